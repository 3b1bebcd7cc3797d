import { clientClosedStatus } from '../log/clientClosedStatus.js';
import { DurationHistogram, requestBucketsMs } from './DurationHistogram.js';
import type { RequestTotals } from './RequestTotals.js';

const conflictStatus = 409;
const statusClasses = 6;
const statusesPerClass = 100;

/** Counts all requests together, which costs next to nothing; RequestMetrics counts them by route. */
export class RequestCounts {
  readonly #classes = new Float64Array(statusClasses);
  readonly #durations = new DurationHistogram(requestBucketsMs);
  #started = 0;
  #ended = 0;
  #left = 0;
  #conflicts = 0;

  requestStarted(): void {
    this.#started++;
  }

  requestEnded(_request: unknown, status: number, _bytes: number, ms: number): void {
    this.#ended++;
    if (status === clientClosedStatus) {
      this.#left++;
      return;
    }
    if (status === conflictStatus) this.#conflicts++;
    const statusClass = Math.floor(status / statusesPerClass);
    this.#classes[statusClass] = (this.#classes[statusClass] ?? 0) + 1;
    this.#durations.observe(ms);
  }

  totals(): RequestTotals {
    const byStatus = [...this.#classes.entries()].map(([digit, count]) => [`${digit}xx`, count] as const);
    return {
      ended: this.#ended,
      inFlight: this.#started - this.#ended,
      byStatus: Object.fromEntries([...byStatus.slice(2), [clientClosedStatus, this.#left]]),
      conflicts: this.#conflicts,
      durations: this.#durations.counts(),
    };
  }
}
