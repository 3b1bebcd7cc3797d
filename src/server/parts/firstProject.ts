import type { Config } from '../../base/config/settings.js';
import type { StartWait } from '../../base/redis/StartWait.js';
import { isRedisUnavailable, toRefusedWriteError } from '../../base/redis/redisErrors.js';
import { missingReplicas } from '../../base/redis/replicas.js';
import { createDemoProject, findProjectKey, type ClientCredentials } from '../../projects/createProject.js';
import type { Services } from '../../services/services.js';

/**
 * Creates the demo project of an empty store. Where replicas must confirm changes, the first start waits for them, and
 * it waits while Redis refuses writes: the project could not be created, and there is nothing to read yet.
 */
export const writeFirstProject = async (
  services: Services,
  startWait: StartWait,
  config: Config,
): Promise<ClientCredentials | undefined> => {
  const isFirstStart = (await findProjectKey(services)) === undefined;
  let demo: ClientCredentials | undefined;
  await startWait.until(async () => {
    try {
      const missing = isFirstStart ? await missingReplicas(services.redis, config) : undefined;
      if (missing === undefined) demo = await createDemoProject(services, config);
      return missing;
    } catch (error) {
      const refused = toRefusedWriteError(error);
      if (refused !== undefined) return refused.message;
      if (!config.durability.startsWith('replicas') || !isRedisUnavailable(error)) throw error;
      return (error as Error).message;
    }
  });
  return demo;
};
