import type { Config } from '../config/readConfig.js';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import { createProject, type Credentials, ProjectError } from './projects.js';

const demoKey = 'demo';

/** The first project of an empty store outside production; undefined where there is one. */
export const makeDemo = async (services: Services, { nodeEnv }: Config): Promise<Credentials | undefined> => {
  if (nodeEnv === 'production' || (await services.redis.scard(keys.projects)) > 0) return undefined;
  // Of several servers that start on one empty store, one makes it.
  return createProject(services, { key: demoKey, name: 'Demo' }).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
};
