/** Metric families of Prometheus as plain data, which threads can exchange, and their text format. */
export type Labels = Readonly<Record<string, string>>;

export interface MetricSample {
  /** `_bucket`, `_sum` and `_count` of histograms; empty otherwise. */
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly MetricSample[];
}

export const sample = (value: number, labels: Labels = {}): MetricSample => ({ suffix: '', labels, value });

export const counter = (name: string, help: string, ...samples: readonly MetricSample[]): MetricFamily => ({
  name,
  help,
  type: 'counter',
  samples,
});
export const gauge = (name: string, help: string, ...samples: readonly MetricSample[]): MetricFamily => ({
  name,
  help,
  type: 'gauge',
  samples,
});
export const histogram = (name: string, help: string, ...samples: readonly MetricSample[]): MetricFamily => ({
  name,
  help,
  type: 'histogram',
  samples,
});

/** Adds labels to every sample. */
export const addLabels = (families: readonly MetricFamily[], more: Labels): MetricFamily[] =>
  families.map(family => ({
    ...family,
    samples: family.samples.map(each => ({ ...each, labels: { ...more, ...each.labels } })),
  }));

/** Merges families of one name, since each name may appear once in a scrape. */
export const mergeFamilies = (families: readonly MetricFamily[]): MetricFamily[] => {
  const byName = new Map<string, MetricFamily>();
  for (const family of families) {
    const existing = byName.get(family.name);
    byName.set(
      family.name,
      existing === undefined ? family : { ...existing, samples: [...existing.samples, ...family.samples] },
    );
  }
  return [...byName.values()];
};

const escapeLabel = (text: string): string =>
  text.replace(/[\\"\n]/g, character => (character === '\n' ? '\\n' : `\\${character}`));

const sampleLine = (name: string, { suffix, labels, value }: MetricSample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
};

/** Formats families in Prometheus' text format. */
export const formatFamilies = (families: readonly MetricFamily[]): string =>
  families
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(each => sampleLine(name, each)).join('')}`,
    )
    .join('');
