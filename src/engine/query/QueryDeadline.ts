import { fail } from '../../errors/ApiError.js';
import { TimeSlice } from '../../shedding/TimeSlice.js';

/** Ends a query that exceeds its time (ERR032), and lets other requests of the thread run in between. */
export class QueryDeadline {
  readonly #timeoutMs: number;
  readonly #endMs: number;
  readonly #slice: TimeSlice;

  constructor(timeoutMs: number, projectKey: string) {
    this.#slice = new TimeSlice(projectKey);
    this.#timeoutMs = timeoutMs;
    this.#endMs = performance.now() + timeoutMs;
  }

  assertInTime(): void {
    if (performance.now() > this.#endMs) throw fail('QueryTimedOut', { timeoutMs: this.#timeoutMs });
  }

  /** Is called before each piece of work. Returns a promise only when the query must pause. */
  check(): Promise<void> | undefined {
    this.assertInTime();
    return this.#slice.pause();
  }
}
