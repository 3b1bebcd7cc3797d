/** The figures of a round, and functions that summarize several rounds. */
import type { LoadResult } from '../load/runLoad.js';

/** The measurements of a case or a reference in one round. */
export interface Figures extends LoadResult {
  readonly perSecond: number;
  /** CPU microseconds per request; undefined without any response, and on systems other than Linux. */
  readonly nodeMicros?: number;
  readonly redisMicros?: number;
  /** The part of Redis' main thread, which runs the commands. */
  readonly redisMainMicros?: number;
  /** The part of the master whose main thread worked most; with a single Redis the whole time. */
  readonly busiestMicros?: number;
  /** Redis commands per request, including those that scripts call. */
  readonly redisCommands?: number;
  /** Resident memory of the measured process at the end. */
  readonly residentMiB?: number;
  /** Cores used by processes that do not belong to the run. */
  readonly otherCores?: number;
  /** Scripts of Redis that took longer than a millisecond, and the longest; only if they are counted. */
  readonly slowScripts?: { readonly count: number; readonly longestMs: number };
}

export type Value = (figures: Figures) => number | undefined;

/** The middle and the extremes of repeated measurements. */
export interface Range {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the range of all values that exist; undefined if there are none. */
export const rangeOf = (values: readonly (number | undefined)[]): Range | undefined => {
  const sorted = values.filter(value => value !== undefined).sort((one, other) => one - other);
  const [min, max] = [sorted[0], sorted.at(-1)];
  // An even number of values has two in the middle.
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (min === undefined || max === undefined || lower === undefined || upper === undefined) return undefined;
  return { median: (lower + upper) / 2, min, max };
};

/** Divides a value of each round by that of another series in the same round, and returns the range. */
export const ratiosOf = (ones: readonly Figures[], others: readonly Figures[], value: Value): Range | undefined =>
  rangeOf(
    ones.map((one, round) => {
      const other = others[round];
      const [top, bottom] = [value(one), other && value(other)];
      return top === undefined || bottom === undefined ? undefined : top / bottom;
    }),
  );

export const sumOf = (rounds: readonly Figures[], value: (figures: Figures) => number): number =>
  rounds.reduce((sum, one) => sum + value(one), 0);
