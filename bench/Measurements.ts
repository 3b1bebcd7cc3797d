import type { LoadResult } from './load/plan.js';

/** The measurements of one case or reference. */
export interface Measurements extends LoadResult {
  readonly perSecond: number;
  /** CPU microseconds per request. */
  readonly nodeMicros?: number;
  readonly redisMicros?: number;
  /** Redis commands per request, including those that scripts call. */
  readonly redisCommands: number;
}
