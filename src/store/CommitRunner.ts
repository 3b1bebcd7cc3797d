import type { FailedCheck } from './CommitCheck.js';
import type { CommitCall } from './planCommit.js';

/** Runs lua/commit.lua once; resolves to the checks that failed. */
export type CommitRunner = (projectKey: string, call: CommitCall) => Promise<FailedCheck[]>;
