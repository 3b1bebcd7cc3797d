import { performance } from 'node:perf_hooks';
import type { CommitCounts, CommitResult } from './CommitCounts.js';

/** The work of one thread since its start. */
export interface ThreadWork {
  readonly commits: Readonly<Record<CommitResult, number>>;
  /** For how long its event loop was busy. */
  readonly busyMs: number;
}

export const workOf = ({ byResult }: CommitCounts): ThreadWork => ({
  commits: byResult,
  busyMs: performance.eventLoopUtilization().active,
});
