/**
 * The budget of synchronous work: while a thread works on one request without a pause, it answers no other. Work that a
 * client can make long runs inside `boundedWork`, and reports its steps with `spendWork` however deep it is called.
 */
import { type ApiError, fail } from '../errors/ApiError.js';

/** What a client asked for: it decides about the error. */
export type WorkKind = 'query' | 'change';

/**
 * Steps between two looks at the clock. A step is about a comparison of two values. Shorter work is never refused,
 * however busy the machine is.
 */
const stepsPerLook = 16_384;

const refusals: Readonly<Record<WorkKind, (timeoutMs: number) => ApiError>> = {
  query: timeoutMs => fail('QueryTimedOut', { timeoutMs }),
  change: timeoutMs =>
    fail('InvalidInput', {
      message: `The request takes more than ${timeoutMs} ms of computing without a pause. Ask for less in one request.`,
    }),
};

interface Piece {
  readonly kind: WorkKind;
  readonly endMs: number;
}

let timeoutMs = Infinity;
let piece: Piece | undefined;
let stepsLeft = stepsPerLook;

/** Sets the time of a piece of work in this thread; without it there is no limit, as in commands and jobs. */
export const limitWork = (milliseconds: number): void => {
  timeoutMs = milliseconds;
};

/** Runs synchronous work that is refused when it exceeds its time; a piece inside another one is part of that. */
export const boundedWork = <Result>(kind: WorkKind, work: () => Result): Result => {
  if (piece !== undefined) return work();
  piece = { kind, endMs: performance.now() + timeoutMs };
  stepsLeft = stepsPerLook;
  try {
    return work();
  } finally {
    piece = undefined;
  }
};

const lookAtClock = (): void => {
  stepsLeft = stepsPerLook;
  if (piece !== undefined && performance.now() > piece.endMs) throw refusals[piece.kind](timeoutMs);
};

/** Counts steps of the present piece of work; outside of one it does nothing. */
export const spendWork = (steps: number): void => {
  stepsLeft -= steps;
  if (stepsLeft < 0) lookAtClock();
};
