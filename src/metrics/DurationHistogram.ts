import type { Labels, MetricSample } from './MetricFamily.js';

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
