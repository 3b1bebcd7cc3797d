/** What is told to Prometheus: families of samples, plain data until the text is made, so that threads can hand them over. */
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

/** The same families with one more label on every sample. */
export const addLabels = (families: readonly MetricFamily[], more: Labels): MetricFamily[] =>
  families.map(family => ({
    ...family,
    samples: family.samples.map(each => ({ ...each, labels: { ...more, ...each.labels } })),
  }));

/** Families of one name become one: each name is told once. */
export const mergeFamilies = (families: readonly MetricFamily[]): MetricFamily[] => {
  const byName = new Map<string, MetricFamily>();
  for (const family of families) {
    const known = byName.get(family.name);
    byName.set(
      family.name,
      known === undefined ? family : { ...known, samples: [...known.samples, ...family.samples] },
    );
  }
  return [...byName.values()];
};

const escaped = (text: string): string => text.replace(/[\\"\n]/g, found => (found === '\n' ? '\\n' : `\\${found}`));

const lineOf = (name: string, { suffix, labels, value }: MetricSample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
};

/** In Prometheus' text format. */
export const formatFamilies = (families: readonly MetricFamily[]): string =>
  families
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(each => lineOf(name, each)).join('')}`,
    )
    .join('');
