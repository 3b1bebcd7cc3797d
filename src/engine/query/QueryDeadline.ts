import { fail } from '../../errors/ApiError.js';
import { TimeSlice } from '../../shedding/TimeSlice.js';

/**
 * What the time between two checks counts at most, in milliseconds and as a part of the time limit. There is one read
 * of Redis in between, or a piece of work; one that takes longer has waited: for a connection, for a slot that is being
 * migrated, or for a server that is away.
 */
const stepMsMax = 100;
const stepShareMax = 1 / 4;

/**
 * Ends a query that exceeds its time (ERR032), and lets other requests of the thread run in between. Waiting is no part
 * of the time: the limit is about what a query asks for, and other limits bound the waiting.
 */
export class QueryDeadline {
  readonly #timeoutMs: number;
  readonly #stepMsMax: number;
  readonly #slice: TimeSlice;
  #usedMs = 0;
  #checkedMs = performance.now();

  constructor(timeoutMs: number, projectKey: string) {
    this.#slice = new TimeSlice(projectKey);
    this.#timeoutMs = timeoutMs;
    this.#stepMsMax = Math.min(stepMsMax, timeoutMs * stepShareMax);
  }

  assertInTime(): void {
    const nowMs = performance.now();
    this.#usedMs += Math.min(nowMs - this.#checkedMs, this.#stepMsMax);
    this.#checkedMs = nowMs;
    if (this.#usedMs > this.#timeoutMs) throw fail('QueryTimedOut', { timeoutMs: this.#timeoutMs });
  }

  /** Is called before each piece of work. Returns a promise only when the query must pause. */
  check(): Promise<void> | undefined {
    this.assertInTime();
    return this.#slice.pause();
  }
}
