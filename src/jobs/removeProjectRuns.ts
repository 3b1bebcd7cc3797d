import type { Queue } from 'bullmq';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { withQueue } from './openQueue.js';
import { projectKeyOf } from './readQueueOverviews.js';

const removeRuns = async (queue: Queue, projectKey: string): Promise<boolean> => {
  let areRemoved = true;
  for (const run of await queue.getJobs(['waiting', 'active', 'delayed', 'completed', 'failed'])) {
    if (run === undefined || projectKeyOf(run) !== projectKey) continue;
    // A run that a worker holds cannot be removed; the caller tries again.
    await run.remove().catch(() => {
      areRemoved = false;
    });
  }
  return areRemoved;
};

/**
 * Removes the runs of a project from all queues. Resolves to false where one is active: it ends by itself once the
 * project is gone.
 */
export const removeProjectRuns = async (redis: RedisClient, projectKey: string): Promise<boolean> => {
  let areRemoved = true;
  for (const name of await redis.smembers(keys.jobNames)) {
    const wereRemoved = await withQueue(name, redis, queue => removeRuns(queue, projectKey));
    areRemoved &&= wereRemoved;
  }
  return areRemoved;
};
