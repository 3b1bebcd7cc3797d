import type { FailedCheck } from './CommitCheck.js';

/** A call of lua/commit.lua. */
export interface CommitCall {
  readonly keys: readonly string[];
  readonly args: readonly (string | Buffer)[];
}

/**
 * Runs lua/commit.lua once; resolves to the checks that failed. Calls of one turn of the event loop for one project run
 * in their order.
 */
export type CommitRunner = (projectKey: string, call: CommitCall) => Promise<FailedCheck[]>;
