import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { openQueue } from './openQueue.js';
import { projectKeyOf } from './readQueueOverviews.js';

/**
 * Removes the runs of a project from all queues. Resolves to false where one is active: it ends by itself once the
 * project is gone.
 */
export const removeProjectRuns = async (redis: RedisClient, projectKey: string): Promise<boolean> => {
  let areRemoved = true;
  for (const name of await redis.smembers(keys.jobNames)) {
    const queue = openQueue(name, redis).on('error', () => undefined);
    for (const run of await queue.getJobs(['waiting', 'active', 'delayed', 'completed', 'failed'])) {
      if (run === undefined || projectKeyOf(run) !== projectKey) continue;
      await run.remove().catch(() => {
        areRemoved = false;
      });
    }
  }
  return areRemoved;
};
