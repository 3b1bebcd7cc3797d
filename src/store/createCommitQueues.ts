import { retryOnce } from '../redis/retryOnce.js';
import type { Refusal } from './CommitLot.js';
import type { CommitPlan } from './CommitPlan.js';
import { CommitQueue } from './CommitQueue.js';
import type { CommitRunner } from './CommitRunner.js';

/** Creates a function that commits through one queue per project; it resolves to the checks that failed. */
export const createCommitQueues = (runCommit: CommitRunner): ((plan: CommitPlan) => Promise<readonly Refusal[]>) => {
  const queues = new Map<string, CommitQueue>();
  // The second attempt sends the same call, which the log recognizes if the first one ran.
  const run: CommitRunner = (projectKey, call) => retryOnce(() => runCommit(projectKey, call));
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
