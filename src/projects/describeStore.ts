import { issueSetupCode } from '../accounts/setupCodes.js';
import { findProjectKey } from './findProjectKey.js';
import type { LostNode } from '../redis/diagnosis/examineCluster.js';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { describeSearchModules, findSearchModules } from '../redis/searchIndex/findSearchModules.js';
import type { Services } from '../services/services.js';

export interface StoreDescription {
  /** Sentences on masters that have no search module, or that could not be asked. */
  readonly searchProblems: readonly string[];
  /** Creates the first account of the administration console; undefined where one exists, or cannot be created now. */
  readonly setupCode?: string;
  /** A project for links and examples; undefined in an empty store. */
  readonly projectKey?: string;
}

/** Where Redis refuses writes, or the master of the accounts is away, the first account is created later. */
const issueCode = (redis: Services['redis']): Promise<string | undefined> =>
  issueSetupCode(redis).catch((error: unknown) => {
    if (!isRedisUnavailable(error)) throw error;
    return undefined;
  });

/** What the start of a server tells about the store. */
export const describeStore = async (services: Services, lost: readonly LostNode[]): Promise<StoreDescription> => ({
  searchProblems: describeSearchModules(await findSearchModules(services.redis, lost)),
  setupCode: await issueCode(services.redis),
  projectKey: await findProjectKey(services),
});
