/** What is told to Prometheus: families of samples, plain data until the text is made, so that threads can hand them over. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** `_bucket`, `_sum` and `_count` of histograms; empty otherwise. */
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export const sample = (value: number, labels: Labels = {}): Sample => ({ suffix: '', labels, value });

export const counter = (name: string, help: string, ...samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'counter',
  samples,
});
export const gauge = (name: string, help: string, ...samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
});
export const histogram = (name: string, help: string, ...samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'histogram',
  samples,
});

/** The same families with one more label on every sample. */
export const labelled = (families: readonly Family[], more: Labels): Family[] =>
  families.map(family => ({
    ...family,
    samples: family.samples.map(each => ({ ...each, labels: { ...more, ...each.labels } })),
  }));

/** Families of one name become one: each name is told once. */
export const merged = (families: readonly Family[]): Family[] => {
  const byName = new Map<string, Family>();
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

const lineOf = (name: string, { suffix, labels, value }: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
};

/** In Prometheus' text format. */
export const textOf = (families: readonly Family[]): string =>
  families
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(each => lineOf(name, each)).join('')}`,
    )
    .join('');
