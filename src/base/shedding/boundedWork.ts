/**
 * The budget of synchronous work: while a thread works on one request without a pause, it answers no other. Work that a
 * client can make long runs inside `boundedWork`, and reports its steps with `spendWork` however deep it is called.
 */
import { type ApiError, fail, invalidInput } from '../errors/ApiError.js';
import { threadCpuMs } from './clocks.js';

/** The kind of work that a client asked for, which decides about the error. */
export type WorkKind = 'query' | 'change';

/**
 * Steps between two readings of the clock. A step is about a comparison of two values. Shorter work is never refused,
 * however busy the machine is.
 */
const stepsPerReading = 16_384;

/** Steps of work that may walk a whole resource, such as an update action: the clock is looked at each time. */
export const stepsOfWalk = stepsPerReading + 1;

/** Most work ends before the processor time, which takes 40 µs to read, is asked for. */
const unmeasuredMs = 10;

const refusals: Readonly<Record<WorkKind, (timeoutMs: number) => ApiError>> = {
  query: timeoutMs => fail('QueryTimedOut', { timeoutMs }),
  change: timeoutMs =>
    invalidInput(`The request takes more than ${timeoutMs} ms of computing. Ask for less in one request.`),
};

/**
 * The work takes long and has changed nothing: it is to begin again in a thread that no other call waits for
 * (server/workers/HeavyCalls.ts).
 */
export class HeavyWorkError extends Error {}

interface Piece {
  readonly kind: WorkKind;
  readonly mayMove: boolean;
  readonly limitMs: number;
  readonly usedMs: number;
  /** The time at which the work would have begun without pauses. */
  readonly startMs: number;
  /** The processor time of the thread at which the piece has used up its time; absent for short work. */
  cpuEndMs?: number;
}

let timeoutMs = Infinity;
let movedAfterMs = Infinity;
let piece: Piece | undefined;
let stepsLeft = stepsPerReading;

/** Sets the time of a piece of work in this thread; without it there is no limit, as in commands and jobs. */
export const limitWork = (milliseconds: number): void => {
  timeoutMs = milliseconds;
};

/** Makes work that may move leave this thread after so much time; without it, it stays, as where heavy calls run. */
export const moveWork = (milliseconds: number): void => {
  movedAfterMs = milliseconds;
};

/**
 * Runs synchronous work that is refused when it exceeds its time; a piece inside another one is part of that. `usedMs`
 * is the time that earlier pieces of the same work took; `mayMove`: the work may begin again in another thread.
 */
export const boundedWork = <Result>(kind: WorkKind, work: () => Result, usedMs = 0, mayMove = false): Result => {
  if (piece !== undefined) return work();
  const limitMs = mayMove ? Math.min(movedAfterMs, timeoutMs) : timeoutMs;
  piece = { kind, usedMs, mayMove, limitMs, startMs: performance.now() - usedMs };
  stepsLeft = stepsPerReading;
  try {
    return work();
  } finally {
    piece = undefined;
  }
};

/** Counts processor time, so that a busy machine refuses nothing that it would do when idle. */
const readClock = (): void => {
  stepsLeft = stepsPerReading;
  if (piece === undefined) return;
  const ms = performance.now() - piece.startMs;
  const { limitMs, mayMove, kind } = piece;
  const unmeasured = Math.min(Math.max(unmeasuredMs, piece.usedMs), limitMs);
  if (ms < unmeasured) return;
  piece.cpuEndMs ??= threadCpuMs() + limitMs - unmeasured;
  if (ms < limitMs || threadCpuMs() < piece.cpuEndMs) return;
  throw mayMove && limitMs < timeoutMs ? new HeavyWorkError() : refusals[kind](timeoutMs);
};

/** Counts steps of the present piece of work; outside of one it does nothing. */
export const spendWork = (steps: number): void => {
  stepsLeft -= steps;
  if (stepsLeft < 0) readClock();
};
