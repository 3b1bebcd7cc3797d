import { setImmediate } from 'node:timers/promises';
import { fail } from '../../errors/ApiError.js';

/** Time after which a query yields to other requests of the thread. */
const sliceMs = 10;

/** Ends a query that exceeds its time (ERR032), and lets other requests of the thread run in between. */
export class QueryDeadline {
  readonly #timeoutMs: number;
  readonly #endMs: number;
  #yieldAtMs: number;

  constructor(timeoutMs: number) {
    const nowMs = performance.now();
    this.#timeoutMs = timeoutMs;
    this.#endMs = nowMs + timeoutMs;
    this.#yieldAtMs = nowMs + sliceMs;
  }

  assertInTime(): void {
    this.#assertBefore(performance.now());
  }

  /**
   * Is called before each piece of work. Returns a promise only when the query must yield: most calls cost no turn of
   * the event loop.
   */
  check(): Promise<void> | undefined {
    const nowMs = performance.now();
    this.#assertBefore(nowMs);
    return nowMs > this.#yieldAtMs ? this.#yield() : undefined;
  }

  #assertBefore(nowMs: number): void {
    if (nowMs > this.#endMs) throw fail('QueryTimedOut', { timeoutMs: this.#timeoutMs });
  }

  async #yield(): Promise<void> {
    await setImmediate();
    this.#yieldAtMs = performance.now() + sliceMs;
  }
}
