import { nextTurn } from './longWork.js';

const sliceMs = 10;

/** Divides long work of one request into slices, between which other requests of the thread run. */
export class TimeSlice {
  #endMs = performance.now() + sliceMs;

  /** Slices of different projects take turns. */
  constructor(private readonly projectKey: string) {}

  /** Returns a promise only when the slice is over: most calls cost no turn of the event loop. */
  pause(): Promise<void> | undefined {
    return performance.now() > this.#endMs ? this.#next() : undefined;
  }

  async #next(): Promise<void> {
    await nextTurn(this.projectKey);
    this.#endMs = performance.now() + sliceMs;
  }
}
