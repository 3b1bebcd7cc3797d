import { setImmediate } from 'node:timers/promises';
import { fail } from '../../errors/ApiError.js';

/** Time after which a search yields to other requests of the thread. */
const sliceMs = 10;

/** Ends a search that exceeds its time, and lets other requests of the thread run in between. */
export class SearchDeadline {
  readonly #timeoutMs: number;
  readonly #endMs: number;
  #yieldAtMs: number;

  constructor(timeoutMs: number) {
    const nowMs = performance.now();
    this.#timeoutMs = timeoutMs;
    this.#endMs = nowMs + timeoutMs;
    this.#yieldAtMs = nowMs + sliceMs;
  }

  /**
   * Is called before each piece of work. Returns a promise only when the search must yield: most calls cost no turn of
   * the event loop.
   */
  check(): Promise<void> | undefined {
    const nowMs = performance.now();
    if (nowMs > this.#endMs) throw fail('QueryTimedOut', { timeoutMs: this.#timeoutMs });
    return nowMs > this.#yieldAtMs ? this.#yield() : undefined;
  }

  async #yield(): Promise<void> {
    await setImmediate();
    this.#yieldAtMs = performance.now() + sliceMs;
  }
}
