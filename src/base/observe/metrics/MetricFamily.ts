/** Metric families of Prometheus as plain data, which threads can exchange, and their text format. */
type Labels = Readonly<Record<string, string>>;

interface MetricSample {
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

const familyOf =
  (type: MetricFamily['type']) =>
  (name: string, help: string, ...samples: readonly MetricSample[]): MetricFamily => ({ name, help, type, samples });

export const counter = familyOf('counter');
export const gauge = familyOf('gauge');
export const histogram = familyOf('histogram');

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

/** Bucket bounds in milliseconds, from a response out of the cache to a client timeout. */
export const requestBucketsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
/** Bucket bounds for calls to Redis, which are faster. */
export const redisBucketsMs = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

/** A histogram of durations that counts in plain numbers; samples are composed at a scrape only. */
export class DurationHistogram {
  /** Counts per bucket; the last one counts the durations above all bounds. */
  readonly #counts: Float64Array;
  #sumMs = 0;

  constructor(private readonly boundsMs: readonly number[]) {
    this.#counts = new Float64Array(boundsMs.length + 1);
  }

  observe(ms: number): void {
    const { boundsMs } = this;
    let bucket = 0;
    while (bucket < boundsMs.length && ms > (boundsMs[bucket] ?? Infinity)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumMs += ms;
  }

  /** Adds the counts of a histogram with the same bounds. */
  add(other: DurationHistogram): void {
    other.#counts.forEach((count, bucket) => (this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count));
    this.#sumMs += other.#sumMs;
  }

  /** Returns how many durations each bucket has, with its upper bound; the last one is above all bounds. */
  counts(): { readonly ms?: number; readonly count: number }[] {
    return Array.from(this.#counts, (count, index) => {
      const ms = this.boundsMs[index];
      return ms === undefined ? { count } : { ms, count };
    });
  }

  /** Returns the samples in seconds, the unit of Prometheus; none where nothing was observed. */
  samples(labels: Labels): MetricSample[] {
    let count = 0;
    const buckets = Array.from(this.#counts, (bucketCount, index): MetricSample => {
      count += bucketCount;
      const bound = this.boundsMs[index];
      return {
        suffix: '_bucket',
        labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound / 1_000) },
        value: count,
      };
    });
    if (count === 0) return [];
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.#sumMs / 1_000 },
      { suffix: '_count', labels, value: count },
    ];
  }
}
