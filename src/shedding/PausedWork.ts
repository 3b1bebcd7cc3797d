import { boundedWork, type WorkKind } from './boundedWork.js';
import { threadCpuMs } from './threadCpuMs.js';
import { TimeSlice } from './TimeSlice.js';

const longMs = 10;

/**
 * Work of one request in pieces, between which other requests of the thread run. All pieces together have the time of
 * one (boundedWork), so that the request is refused at the same point as without pauses.
 */
export class PausedWork {
  readonly #kind: WorkKind;
  readonly #slice: TimeSlice;
  #usedMs = 0;
  /** Whether a piece took long: then the machine may be busy, and the processor time of later pieces is measured. */
  #isMeasured = false;

  constructor(kind: WorkKind, projectKey: string) {
    this.#kind = kind;
    this.#slice = new TimeSlice(projectKey);
  }

  /** Runs the next piece. */
  run<Result>(piece: () => Result): Result {
    const startMs = performance.now();
    const cpuStartMs = this.#isMeasured ? threadCpuMs() : undefined;
    try {
      return boundedWork(this.#kind, piece, this.#usedMs);
    } finally {
      const ms = performance.now() - startMs;
      // The first long piece counts as a short one: it may have waited for the processor.
      this.#usedMs += Math.min(ms, cpuStartMs === undefined ? longMs : threadCpuMs() - cpuStartMs);
      this.#isMeasured ||= ms > longMs;
    }
  }

  /** Returns a promise only when other requests have waited for long enough. */
  pause(): Promise<void> | undefined {
    return this.#slice.pause();
  }
}
