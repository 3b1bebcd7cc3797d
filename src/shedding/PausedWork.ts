import { boundedWork, type WorkKind } from './boundedWork.js';
import { TimeSlice } from './TimeSlice.js';

/**
 * Work of one request in pieces, between which other requests of the thread run. All pieces together have the time of
 * one (boundedWork), so that the request is refused at the same point as without pauses.
 */
export class PausedWork {
  readonly #kind: WorkKind;
  readonly #slice = new TimeSlice();
  #usedMs = 0;

  constructor(kind: WorkKind) {
    this.#kind = kind;
  }

  /** Runs the next piece. */
  run<Result>(piece: () => Result): Result {
    const startMs = performance.now();
    try {
      return boundedWork(this.#kind, piece, this.#usedMs);
    } finally {
      this.#usedMs += performance.now() - startMs;
    }
  }

  /** Returns a promise only when other requests have waited for long enough. */
  pause(): Promise<void> | undefined {
    return this.#slice.pause();
  }
}
