import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { isConnectionLost } from '../redis/redisErrors.js';
import type { Refusal } from './CommitLot.js';
import type { CommitPlan } from './CommitPlan.js';
import { CommitQueue } from './CommitQueue.js';
import type { CommitRunner } from './CommitRunner.js';
import { unknownOutcomeError } from './unavailableErrors.js';

/** Creates a function that commits through one queue per project; it resolves to the checks that failed. */
export const createCommitQueues = (runCommit: CommitRunner): ((plan: CommitPlan) => Promise<readonly Refusal[]>) => {
  const queues = new Map<string, CommitQueue>();
  const run: CommitRunner = (projectKey, call) =>
    runCommit(projectKey, call).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      // The log recognizes the same call if the first attempt ran, which is not known where the second one fails.
      return runCommit(projectKey, call).catch((secondError: unknown) => {
        throw isRedisUnavailable(secondError) ? unknownOutcomeError() : secondError;
      });
    });
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
