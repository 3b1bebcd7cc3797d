/**
 * The time that requests compute on a thread: where they pause, and when a query has used up its time. Twenty requests
 * that each compute for 30 ms would hold the thread for 600 ms if they began in one turn of the event loop, so long
 * work begins in different ones, and short requests run in between.
 */
import { setImmediate } from 'node:timers/promises';
import { fail } from '../errors/ApiError.js';
import { boundedWork, type WorkKind } from './boundedWork.js';
import { threadCpuMs } from './clocks.js';
import { FairQueue } from './FairQueue.js';

/** Reading or writing a body of this length takes about two milliseconds. */
const longBytes = 32 * 1_024;
/** Each stage of a request with a body of this length may compute for tens of milliseconds. */
const stagedBytes = 512 * 1_024;
/** A request pauses after this time, and a piece of work that takes more of it is long. */
const sliceMs = 10;
/**
 * Bounds how much of the time between two checks counts, in milliseconds and as a part of the time limit. There is one
 * read of Redis in between, or a piece of work; one that takes longer has waited: for a connection, for a slot that is
 * being migrated, or for a server that is away.
 */
const stepMsMax = 100;
const stepShareMax = 1 / 4;

/** Work that waits here was admitted before, so nothing is refused. */
const turns = new FairQueue({
  waitingMax: Infinity,
  waitingMaxPerGroup: Infinity,
  refusal: () => new Error('long work is never refused'),
});

/**
 * Resolves in a later turn of the event loop, in which no other long work begins. Projects take turns, so that one with
 * many requests delays another one by one piece of work.
 */
export const nextTurn = (projectKey: string): Promise<void> => turns.run(projectKey, () => setImmediate());

/** Returns a promise only for work on a long body: short work costs no turn of the event loop. */
export const turnForLongWork = (projectKey: string, bytes: number): Promise<void> | undefined =>
  bytes > longBytes ? nextTurn(projectKey) : undefined;

/**
 * Returns a promise only between two stages of work on a very long body, which then run in different turns. The first
 * of two turns may end before another message is read: an immediate runs in the loop that has read the call.
 */
export const turnBetweenStages = (projectKey: string, bytes: number): Promise<void> | undefined =>
  bytes > stagedBytes ? nextTurn(projectKey).then(() => nextTurn(projectKey)) : undefined;

/** The time of one request, with pauses after each slice, in which other requests of the thread run. */
export class WorkTime {
  readonly #stepMsMax: number;
  #sliceEndMs = performance.now() + sliceMs;
  #checkedMs = performance.now();
  #usedMs = 0;
  #pieceMs = 0;
  /** True if a piece took long: then the machine may be busy, and the processor time of later pieces is measured. */
  #isMeasured = false;

  #mayMove: boolean;

  /**
   * `timeoutMs` limits a query (ERR032). `mayMove`: the request has changed nothing, and may begin again in another
   * thread.
   */
  constructor(
    private readonly projectKey: string,
    private readonly timeoutMs = Infinity,
    { mayMove = false }: { readonly mayMove?: boolean } = {},
  ) {
    this.#stepMsMax = Math.min(stepMsMax, timeoutMs * stepShareMax);
    this.#mayMove = mayMove;
  }

  /** Keeps the request in this thread: it may change something, so it cannot begin again. */
  stayHere(): void {
    this.#mayMove = false;
  }

  /** Runs a piece of a query, which leaves a thread that other calls wait for when it takes long. */
  runQuery<Result>(piece: () => Result): Result {
    return boundedWork('query', piece, 0, this.#mayMove);
  }

  /**
   * Refuses a query that exceeds its time. Waiting is no part of the time: the limit is about what a query asks for,
   * and other limits bound the waiting.
   */
  assertInTime(nowMs = performance.now()): void {
    this.#usedMs += Math.min(nowMs - this.#checkedMs, this.#stepMsMax);
    this.#checkedMs = nowMs;
    if (this.#usedMs > this.timeoutMs) throw fail('QueryTimedOut', { timeoutMs: this.timeoutMs });
  }

  /**
   * Is called before each piece of work on so many bytes. Returns a promise only when the slice is over, or the piece
   * is long.
   */
  pause(bytes = 0): Promise<void> | undefined {
    const nowMs = performance.now();
    this.assertInTime(nowMs);
    return nowMs > this.#sliceEndMs || bytes > longBytes ? this.#nextSlice() : undefined;
  }

  /**
   * Runs a piece of work within `boundedWork`. All pieces together have the time of one, so that the request is refused
   * at the same point as without pauses.
   */
  run<Result>(kind: WorkKind, piece: () => Result): Result {
    const startMs = performance.now();
    const cpuStartMs = this.#isMeasured ? threadCpuMs() : undefined;
    try {
      return boundedWork(kind, piece, this.#pieceMs);
    } finally {
      const ms = performance.now() - startMs;
      // The first long piece counts as a short one: it may have waited for the processor.
      this.#pieceMs += Math.min(ms, cpuStartMs === undefined ? sliceMs : threadCpuMs() - cpuStartMs);
      this.#isMeasured ||= ms > sliceMs;
    }
  }

  async #nextSlice(): Promise<void> {
    await nextTurn(this.projectKey);
    this.#sliceEndMs = performance.now() + sliceMs;
  }
}
