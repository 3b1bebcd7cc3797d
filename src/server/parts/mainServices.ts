/** Services of the main thread, the grants of tokens, regular deletions, and the first project. */
import { GrantCache, createGrantLookup } from '../../auth/oauth/GrantCache.js';
import { ExternalGrants } from '../../auth/oauth/external/ExternalGrants.js';
import { removeExpiredApiClients } from '../../auth/oauth/apiClients.js';
import type { Config } from '../../base/config/settings.js';
import { ConfigError } from '../../base/config/valueKinds.js';
import { connectForBlockingReads } from '../../base/redis/connect.js';
import { isRedisUnavailable, toRefusedWriteError } from '../../base/redis/redisErrors.js';
import { missingReplicas } from '../../base/redis/replicas.js';
import { supportsCommand } from '../../base/redis/serverChecks.js';
import type { StartWait } from '../../base/redis/StartWait.js';
import type { ReadLimiter } from '../../base/shedding/ReadLimiter.js';
import { type ClientCredentials, createDemoProject, findProjectKey } from '../../projects/createProject.js';
import type { ServiceOptions } from '../../services/ServiceOptions.js';
import { openServices, type Services } from '../../services/services.js';
import { assertOwnFormat } from '../../services/ownFormat.js';
import { writeStoredDurability } from '../../store/storedFormat.js';
import type { Startup } from './Startup.js';

const expiredApiClientsMs = 60_000;

/** Where Redis refuses writes, a server starts without these writes: resources can be read. */
const unlessRefused = <T>(write: Promise<T>): Promise<T | undefined> =>
  write.catch((error: unknown) => {
    if (toRefusedWriteError(error) === undefined) throw error;
    return undefined;
  });

export const openMainServices = async (
  options: ServiceOptions,
  { config, log, shutdown }: Startup,
): Promise<Services> => {
  const services = await openServices(options, log);
  shutdown.add(() => services.close());
  // The creation of the first project writes the format too.
  await unlessRefused(assertOwnFormat(services.redis));
  await unlessRefused(writeStoredDurability(services.redis, config));
  if (config.durability === 'replicas-disk' && !(await supportsCommand(services.redis, 'WAITAOF')))
    throw new ConfigError([
      "DURABILITY is 'replicas-disk', which takes Redis 7.2 or newer (WAITAOF); " +
        'allowed are everysec, always and replicas.',
    ]);
  return services;
};

export const openGrants = async (
  services: Services,
  { redisUrl, redisTls }: ServiceOptions,
  reads: ReadLimiter,
  { config, log, shutdown }: Startup,
): Promise<GrantCache> => {
  const external = new ExternalGrants(services, config, log, reads);
  shutdown.add(() => external.close());
  const findGrant = createGrantLookup(
    services.tokens,
    (projectKey, token, correlationId) => external.find(projectKey, token, correlationId),
    reads,
  );
  const grants = await GrantCache.open(
    findGrant,
    () => connectForBlockingReads(redisUrl, redisTls),
    config.tokenCacheMax,
  );
  shutdown.add(() => grants.close());
  return grants;
};

export const removeExpiredApiClientsRegularly = (services: Services, { log, shutdown }: Startup): void => {
  const timer = setInterval(() => {
    removeExpiredApiClients(services).catch((error: unknown) =>
      // The next run deletes them; that Redis is away is logged by its monitor.
      log[isRedisUnavailable(error) ? 'debug' : 'error']({ err: error }, 'expired API clients were not deleted'),
    );
  }, expiredApiClientsMs);
  shutdown.add(() => clearInterval(timer));
};

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
