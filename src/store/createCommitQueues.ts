import type { Refusal } from './CommitLot.js';
import type { CommitPlan } from './CommitPlan.js';
import { CommitQueue } from './CommitQueue.js';
import type { CommitRunner } from './CommitRunner.js';

/** Creates a function that commits through one queue per project; it resolves to the checks that failed. */
export const createCommitQueues = (runCommit: CommitRunner): ((plan: CommitPlan) => Promise<readonly Refusal[]>) => {
  const queues = new Map<string, CommitQueue>();
  return plan => {
    const { projectKey } = plan;
    let queue = queues.get(projectKey);
    if (queue === undefined) {
      queue = new CommitQueue(projectKey, runCommit, () => queues.delete(projectKey));
      queues.set(projectKey, queue);
    }
    return queue.commit(plan);
  };
};
