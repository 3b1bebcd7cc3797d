import { issueSetupCode } from '../auth/accounts/setupCodes.js';
import type { Config } from '../base/config/settings.js';
import type { RedisClient } from '../base/redis/connect.js';
import type { LostNode } from '../base/redis/diagnosis/examineCluster.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { describeSearchModules, findSearchModules } from '../search/redisearch/probeSearchModule.js';
import type { Services } from '../services/services.js';
import { keys } from '../store/keys.js';
import { type ClientCredentials, createProject, ProjectError } from './createProject.js';

export interface StoreDescription {
  /** Sentences on masters that have no search module, or that could not be asked. */
  readonly searchProblems: readonly string[];
  /** Creates the first account of the administration console; undefined where one exists, or cannot be created now. */
  readonly setupCode?: string;
  /** A project for links and examples; undefined in an empty store. */
  readonly projectKey?: string;
}

/** Describes the store for the start of a server. */
export const describeStore = async (services: Services, lost: readonly LostNode[]): Promise<StoreDescription> => ({
  searchProblems: describeSearchModules(await findSearchModules(services.redis, lost)),
  setupCode: await issueCode(services.redis),
  projectKey: await findProjectKey(services),
});

/** Where Redis refuses writes, or the master of the accounts is away, the first account is created later. */
const issueCode = (redis: Services['redis']): Promise<string | undefined> =>
  issueSetupCode(redis).catch((error: unknown) => {
    if (!isRedisUnavailable(error)) throw error;
    return undefined;
  });

/** A store may have many projects, and any of them is an example. */
const candidatesMax = 100;

const demoKey = 'demo';

/** The key of a project for links and examples: the demo project where it exists; undefined in an empty store. */
export const findProjectKey = async ({ redis }: { readonly redis: RedisClient }): Promise<string | undefined> => {
  if ((await redis.sismember(keys.projects, demoKey)) === 1) return demoKey;
  const [first] = (await redis.srandmember(keys.projects, candidatesMax)).sort();
  return first;
};

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
