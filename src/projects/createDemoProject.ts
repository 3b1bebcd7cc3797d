import type { Config } from '../config/settings.js';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import { type ClientCredentials, createProject, ProjectError } from './createProject.js';

export const demoKey = 'demo';

/** Creates the first project of an empty store outside production; resolves to undefined where a project exists. */
export const createDemoProject = async (
  services: Services,
  { nodeEnv }: Config,
): Promise<ClientCredentials | undefined> => {
  if (nodeEnv === 'production' || (await services.redis.scard(keys.projects)) > 0) return undefined;
  // When several servers start on one empty store, one of them creates the project.
  return createProject(services, { key: demoKey, name: 'Demo' }).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
};
