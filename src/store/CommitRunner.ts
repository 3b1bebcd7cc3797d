import type { ScriptCall } from '../redis/Script.js';
import type { FailedCheck } from './CommitCheck.js';

export interface CommitResult {
  /** Nothing is written where a check failed. */
  readonly failedChecks: readonly FailedCheck[];
  /**
   * Resolves when replicas have what was written; to failed checks where the commit had to run on another server, which
   * refused it. Absent where no replicas are waited for.
   */
  readonly confirmation?: Promise<readonly FailedCheck[]>;
}

/**
 * Runs lua/commit.lua once, and resolves when it ran. Calls of one turn of the event loop for one project run in their
 * order.
 */
export type CommitRunner = (projectKey: string, call: ScriptCall) => Promise<CommitResult>;
