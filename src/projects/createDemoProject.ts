import type { Config } from '../config/settings.js';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import { createProject, type ClientCredentials, ProjectError } from './createProject.js';

const demoKey = 'demo';

/** The first project of an empty store outside production; undefined where there is one. */
export const createDemoProject = async (
  services: Services,
  { nodeEnv }: Config,
): Promise<ClientCredentials | undefined> => {
  if (nodeEnv === 'production' || (await services.redis.scard(keys.projects)) > 0) return undefined;
  // Of several servers that start on one empty store, one makes it.
  return createProject(services, { key: demoKey, name: 'Demo' }).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
};
