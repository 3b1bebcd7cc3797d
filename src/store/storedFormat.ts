/**
 * The number of the format of all data in Redis: which keys exist, and what they hold. A change that an older or newer
 * version could misread gets the next number and a step in src/cli/migration/formatSteps.ts.
 */
import type { RedisClient } from '../base/redis/connect.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { keys } from './keys.js';
import type { DurabilityOptions } from './ReplicatedCommitRunner.js';

/** The format that this version reads and writes. */
export const currentFormat = 5;

/** Data without a number: no version of today wrote it. */
const unknownFormat = 0;

/** Tells that the data in Redis has another format; the message says what to do. */
export class StoredFormatError extends Error {}

/** The format of the data; undefined where there is no project yet. */
export const readStoredFormat = async (redis: RedisClient): Promise<number | undefined> => {
  const stored = await retryOnce(() => redis.get(keys.format));
  if (stored !== null) return Number(stored);
  const projectCount = await retryOnce(() => redis.scard(keys.projects));
  return projectCount === 0 ? undefined : unknownFormat;
};

export const writeStoredFormat = async (redis: RedisClient, format: number): Promise<void> => {
  await retryOnce(() => redis.set(keys.format, format));
};

/** Throws where a newer version wrote the data, or none that is known. */
export const assertFormatIsKnown = (found: number, current = currentFormat): void => {
  if (found === unknownFormat)
    throw new StoredFormatError('The data in Redis has no format number, so that this version cannot read it.');
  if (found > current)
    throw new StoredFormatError(
      `The data in Redis has format ${found}, and this version of Quayside reads formats up to ${current}. ` +
        'Start the version that wrote the data, or a newer one.',
    );
};

/** Gives an empty Redis the current format; throws where the data has another one. */
export const assertStoredFormat = async (redis: RedisClient, current = currentFormat): Promise<void> => {
  const found = await readStoredFormat(redis);
  if (found === undefined) return writeStoredFormat(redis, current);
  assertFormatIsKnown(found, current);
  if (found < current)
    throw new StoredFormatError(
      `The data in Redis has format ${found}, and this version of Quayside needs format ${current}. ` +
        'Stop all servers, make a backup, and run: quayside migrate',
    );
};

/*
 * Redis holds the setting DURABILITY of the servers, so that a command line without it in its environment waits for the
 * same replicas. Otherwise the keys of a project that it creates could be lost in a failover, although it succeeded.
 */

export const writeStoredDurability = async (
  redis: RedisClient,
  { durability, durabilityReplicas, durabilityWaitMs }: DurabilityOptions,
): Promise<void> => {
  await retryOnce(() => redis.hset(keys.durability, { durability, durabilityReplicas, durabilityWaitMs }));
};

/** Undefined where no server has started yet. */
export const readStoredDurability = async (redis: RedisClient): Promise<DurabilityOptions | undefined> => {
  const stored = await retryOnce(() => redis.hgetall(keys.durability));
  if (stored.durability === undefined) return undefined;
  return {
    durability: stored.durability as DurabilityOptions['durability'],
    durabilityReplicas: Number(stored.durabilityReplicas),
    durabilityWaitMs: Number(stored.durabilityWaitMs),
  };
};
