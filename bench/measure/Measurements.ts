import type { LoadResult } from '../load/plan.js';

/** The measurements of a case or a reference in one round. */
export interface Measurements extends LoadResult {
  readonly perSecond: number;
  /** CPU microseconds per request; undefined without any response, and on systems other than Linux. */
  readonly nodeMicros?: number;
  readonly redisMicros?: number;
  /** The part of Redis' main thread, which runs the commands. */
  readonly redisMainMicros?: number;
  readonly generatorMicros?: number;
  /** Redis commands per request, including those that scripts call. */
  readonly redisCommands?: number;
  /** Load average of the last minute, at the end. */
  readonly loadAverage: number;
  /** Cores that processes used which do not belong to the run. */
  readonly otherCores?: number;
  /** Scripts of Redis that took longer than a millisecond, and the longest; only where they are counted. */
  readonly slowScripts?: { readonly count: number; readonly longestMs: number };
}
