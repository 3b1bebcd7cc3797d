import { withoutFullStop } from '../base/redis/diagnosis/RedisFault.js';
import type { Response } from '../engine/ResourceRequest.js';
import { readConfig } from '../base/config/readConfig.js';
import type { Config } from '../base/config/settings.js';
import { ApiError } from '../base/errors/ApiError.js';
import { openServices, type Services } from '../services/services.js';
import { createServiceOptions } from '../services/ServiceOptions.js';
import { keys } from '../store/keys.js';
import { resolveEncryptionKey } from '../store/resolveEncryptionKey.js';
import { assertOwnFormat } from '../services/ownFormat.js';
import { addressWithout, findLostNode, type LostNode } from '../base/redis/diagnosis/examineCluster.js';
import { examinedRedis, examineRedis, explainRedisError } from '../base/redis/diagnosis/examineRedis.js';
import { instanceFilePath, readInstanceFile } from '../base/redis/embedded/dataDir.js';
import { startEmbeddedRedis } from '../base/redis/embedded/startEmbeddedRedis.js';
import type { RedisClient } from '../base/redis/connect.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { missingReplicas } from '../base/redis/replicas.js';
import { UsageError } from './options.js';

/** The Redis of the running server, which DATA_DIR or REDIS_URL determines. */
const redisUrlOf = ({ redisUrl, dataDir }: Config): string => {
  const url = redisUrl === '' ? readInstanceFile(dataDir)?.url : redisUrl;
  if (url === undefined)
    throw new UsageError(
      `No running server was found: ${instanceFilePath(dataDir)} does not exist. ` +
        'Start it with npm start, or set DATA_DIR or REDIS_URL to those of the server.',
    );
  return url;
};

const lostTimeoutMs = 1_000;

interface CommandOptions {
  /** Keys whose master the command needs; the others may be away. */
  readonly keys: readonly string[];
  /** Runs before the work. */
  readonly check: (services: Services, lost: readonly LostNode[]) => Promise<void>;
}

/** Where replicas must confirm a change and too few are in sync, that is the cause. */
const explainFailure = async (error: unknown, { redis, durability }: Services): Promise<unknown> => {
  if (!(error instanceof ApiError) || !isRedisUnavailable(error)) return error;
  const missing = await missingReplicas(redis, durability).catch(() => undefined);
  const [statement = ''] = error.message.split('. ');
  return missing === undefined ? error : new UsageError(`${statement} (${withoutFullStop(missing)}).`);
};

/** Runs `work` with services on a Redis. Where Redis is the cause of a failure, the error says why in one line. */
export const withServicesOn = async <T>(
  config: Config,
  url: string,
  { keys: neededKeys, check }: CommandOptions,
  work: (services: Services, lost: readonly LostNode[]) => Promise<T>,
): Promise<T> => {
  const redis = examinedRedis(config, url, neededKeys);
  const lost = await examineRedis(redis);
  try {
    const services = await openServices({
      ...createServiceOptions(config, addressWithout(lost, url), resolveEncryptionKey(config)),
      adoptsDurability: process.env.DURABILITY === undefined,
      // Calls to nodes that are known to be away fail soon.
      ...(lost.length > 0 && { redisTimeoutMs: Math.min(config.redisTimeoutMs, lostTimeoutMs) }),
    });
    try {
      await check(services, lost);
      return await work(services, lost);
    } catch (error) {
      throw await explainFailure(error, services);
    } finally {
      await services.close();
    }
  } catch (error) {
    throw await explainRedisError(error, redis, lost);
  }
};

/** Runs `work` with services on the Redis of the running server. */
export const withServices = <T>(work: (services: Services) => Promise<T>): Promise<T> => {
  const config = readConfig(process.env);
  const check = ({ redis }: Services) => assertOwnFormat(redis);
  return withServicesOn(config, redisUrlOf(config), { keys: [keys.format, keys.projects], check }, work);
};

interface ReachableOptions {
  /** The address of a Redis that no running server uses. */
  readonly url?: string;
  readonly assertFormat?: (redis: RedisClient) => Promise<void>;
}

/**
 * Runs `work` as `withServices` does, with the nodes of a cluster that can be reached. `work` gets the other nodes,
 * which are named here, and leaves them out: the command then exits with 1, since its answer is not whole.
 */
export const withReachableServices = <T>(
  neededKeys: readonly string[],
  work: (services: Services, lost: readonly LostNode[]) => Promise<T>,
  { url, assertFormat = assertOwnFormat }: ReachableOptions = {},
): Promise<T> => {
  const config = readConfig(process.env);
  const check = async ({ redis }: Services, lost: readonly LostNode[]): Promise<void> => {
    for (const { node, reason, isMaster } of lost) {
      console.error(`${node} cannot be used (${reason})${isMaster ? '; what it has is left out' : ''}.`);
      if (isMaster) process.exitCode = 1;
    }
    if (findLostNode(redis, keys.format, lost) === undefined) return assertFormat(redis);
    console.error('The format of the data is not known: it is taken for that of this version.');
  };
  return withServicesOn(config, url ?? redisUrlOf(config), { keys: neededKeys, check }, work);
};

const pageSize = 500;

/** Loads all resources of a query, page by page. */
export const loadAllPages = async <R extends { readonly id: string }>(
  query: (parameters: string) => Promise<Pick<Response, 'body'>>,
): Promise<R[]> => {
  const all: R[] = [];
  for (let lastId: string | undefined = ''; lastId !== undefined; ) {
    const where: string = lastId === '' ? '' : `&where=${encodeURIComponent(`id > "${lastId}"`)}`;
    const { body } = await query(`sort=id asc&limit=${pageSize}&withTotal=false${where}`);
    const { results } = JSON.parse(Buffer.from(body as Uint8Array).toString()) as { results: R[] };
    all.push(...results);
    lastId = results.length < pageSize ? undefined : results.at(-1)?.id;
  }
  return all;
};

/** Runs `work` with the embedded Redis in DATA_DIR, which runs as long as the work. */
export const withEmbeddedRedis = async (
  { dataDir, redisearchModule }: Pick<Config, 'dataDir' | 'redisearchModule'>,
  work: (url: string) => Promise<void>,
): Promise<void> => {
  const embedded = await startEmbeddedRedis(dataDir, redisearchModule);
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
};
