import type { Logger } from 'pino';
import { isRedisUnavailable } from '../../base/redis/redisErrors.js';

/** Runs periodic work of each project; a failure is logged with `failure` and ends the work of its project only. */
export const forEachProject = async (
  projectKeys: readonly string[],
  log: Logger,
  failure: string,
  run: (projectKey: string) => Promise<void>,
): Promise<void> => {
  for (const projectKey of projectKeys)
    try {
      await run(projectKey);
    } catch (error) {
      log[isRedisUnavailable(error) ? 'debug' : 'error']({ err: error, projectKey }, failure);
    }
};
