import { NotSentError } from '../redis/NotSentError.js';
import { isConnectionLost } from '../redis/redisErrors.js';
import type { Refusal } from './CommitLot.js';
import type { CommitPlan } from './CommitPlan.js';
import { CommitQueue } from './CommitQueue.js';
import type { CommitRunner } from './CommitRunner.js';

/** Runs a commit again when the connection broke: the second call is the same, which the log recognizes. */
const retriedRunner =
  (runCommit: CommitRunner): CommitRunner =>
  (projectKey, call) =>
    runCommit(projectKey, call).catch((lost: unknown) => {
      if (!isConnectionLost(lost)) throw lost;
      return runCommit(projectKey, call).catch((error: unknown) => {
        // The first call may have run.
        throw error instanceof NotSentError ? lost : error;
      });
    });

/** Creates a function that commits through one queue per project; it resolves to the checks that failed. */
export const createCommitQueues = (runCommit: CommitRunner): ((plan: CommitPlan) => Promise<readonly Refusal[]>) => {
  const queues = new Map<string, CommitQueue>();
  const run = retriedRunner(runCommit);
  return plan => {
    const { projectKey } = plan;
    let queue = queues.get(projectKey);
    if (queue === undefined) {
      queue = new CommitQueue(projectKey, run, () => queues.delete(projectKey));
      queues.set(projectKey, queue);
    }
    return queue.commit(plan);
  };
};
