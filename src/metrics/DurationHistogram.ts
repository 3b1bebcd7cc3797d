/** A histogram that is a handful of plain numbers until somebody asks. */
import type { Labels, MetricSample } from './MetricFamily.js';

/** From an answer out of memory to a client that waits in vain, in milliseconds. */
export const requestBucketsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
/** Redis answers in less. */
export const redisBucketsMs = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000];

export class DurationHistogram {
  /** How many fell between one bound and the next; the last lies beyond all bounds. */
  readonly #counts: Float64Array;
  #sumMs = 0;

  constructor(private readonly boundsMs: readonly number[]) {
    this.#counts = new Float64Array(boundsMs.length + 1);
  }

  observe(ms: number): void {
    const { boundsMs } = this;
    let at = 0;
    while (at < boundsMs.length && ms > boundsMs[at]!) at++;
    this.#counts[at]!++;
    this.#sumMs += ms;
  }

  /** In seconds, as Prometheus wants them; none where nothing was observed. */
  samples(labels: Labels): MetricSample[] {
    let count = 0;
    const buckets = Array.from(this.#counts, (each, at): MetricSample => {
      count += each;
      const bound = this.boundsMs[at];
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
