/**
 * The format of all data in Redis, in two keys of one slot: its number, and for each resource type a digest of the data
 * beside the bodies (engine/define/storedLayout.ts). A change that an older or newer version could misread, such as
 * another index, gets the next number, a step in src/cli/migration/migrateStoredData.ts, and a sample of a store
 * (test/store/formats). The digests tell two builds apart that have one number by mistake.
 */
import type { RedisClient } from '../base/redis/connect.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { runTransaction } from '../base/redis/runTransaction.js';
import { keys } from './keys.js';
import type { DurabilityOptions } from './ReplicatedCommitRunner.js';

/** The format that this version reads and writes. The numbers 1 to 5 are those of builds that were never released. */
export const currentFormat = 10;

/** The oldest format that `quayside migrate` converts. */
export const oldestFormat = 10;

/** The format of data without a number, which no release wrote. */
const unknownFormat = 0;

/** The digest of the data that is stored beside the bodies of each resource type. */
export type LayoutDigests = ReadonlyMap<string, string>;

/** Tells that the data in Redis has another format; the message says what to do. */
export class StoredFormatError extends Error {}

/** The format of the data; undefined where there is no project yet. */
export const readStoredFormat = async (redis: RedisClient): Promise<number | undefined> => {
  const stored = await retryOnce(() => redis.get(keys.format));
  if (stored !== null) return Number(stored);
  const projectCount = await retryOnce(() => redis.scard(keys.projects));
  return projectCount === 0 ? undefined : unknownFormat;
};

const readStoredLayout = async (redis: RedisClient): Promise<LayoutDigests> =>
  new Map(Object.entries(await retryOnce(() => redis.hgetall(keys.formatLayout))));

/** Writes the number of a format, whose digests are not known yet while data is converted to it. */
export const writeFormatNumber = async (redis: RedisClient, format: number): Promise<void> => {
  await retryOnce(() => redis.set(keys.format, format));
};

export const writeStoredFormat = async (redis: RedisClient, format: number, layout: LayoutDigests): Promise<void> => {
  await runTransaction(
    redis.multi().set(keys.format, format).del(keys.formatLayout).hset(keys.formatLayout, Object.fromEntries(layout)),
  );
};

/** Writes the missing entries in one transaction: of several builds that start on an empty Redis, one wins. */
const claimFormat = async (redis: RedisClient, format: number, layout: LayoutDigests): Promise<void> => {
  const transaction = redis.multi().set(keys.format, format, 'NX');
  for (const [typeId, digest] of layout) transaction.hsetnx(keys.formatLayout, typeId, digest);
  await runTransaction(transaction);
};

/** Throws where a newer version wrote the data, or no release did. */
export const assertFormatIsKnown = (found: number, current = currentFormat): void => {
  if (!(found >= oldestFormat))
    throw new StoredFormatError(
      `The data in Redis has ${found === unknownFormat ? 'no format number' : `format ${found}`}, ` +
        `so no release of Quayside wrote it, and this version reads format ${current}: ` +
        'start with an empty Redis, or start the build that wrote the data.',
    );
  if (found > current)
    throw new StoredFormatError(
      `The data in Redis has format ${found}, and this version of Quayside reads formats up to ${current}: ` +
        'start the version that wrote the data, or a newer one.',
    );
};

/** The types that the data and a build both have, and whose digests differ; all where the data has none at all. */
const differingTypes = (stored: LayoutDigests, layout: LayoutDigests): string[] =>
  [...layout.keys()].filter(
    typeId => stored.size === 0 || (stored.has(typeId) && stored.get(typeId) !== layout.get(typeId)),
  );

const namedMax = 3;

const nameTypes = (typeIds: readonly string[]): string => {
  const others = typeIds.length - namedMax;
  return `${typeIds.slice(0, namedMax).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
};

/** Tells that a build with the same format number stores other lists and indexes. */
export class StoredLayoutError extends StoredFormatError {
  constructor(typeIds: readonly string[], current: number) {
    super(
      `The data in Redis has format ${current}, but lists and indexes of another build (${nameTypes(typeIds)}): ` +
        'start the build that wrote the data, or stop all servers, make a backup, and run: quayside verify --repair',
    );
  }
}

/**
 * Gives an empty Redis the current format; throws where the data has another one. A resource type that the data does
 * not know yet is added: servers of an older version know nothing of it and leave it alone.
 */
export const assertStoredFormat = async (
  redis: RedisClient,
  layout: LayoutDigests,
  current = currentFormat,
): Promise<void> => {
  const [found, stored] = await Promise.all([readStoredFormat(redis), readStoredLayout(redis)]);
  if (found !== undefined) {
    assertFormatIsKnown(found, current);
    if (found < current)
      throw new StoredFormatError(
        `The data in Redis has format ${found}, and this version of Quayside needs format ${current}: ` +
          'stop all servers, make a backup, and run: quayside migrate',
      );
    const differing = differingTypes(stored, layout);
    if (differing.length > 0) throw new StoredLayoutError(differing, current);
    if ([...layout.keys()].every(typeId => stored.has(typeId))) return;
  }
  await claimFormat(redis, current, layout);
  // Another build may have been faster.
  return assertStoredFormat(redis, layout, current);
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

/** Returns the stored setting; undefined where no server has started yet. */
export const readStoredDurability = async (redis: RedisClient): Promise<DurabilityOptions | undefined> => {
  const stored = await retryOnce(() => redis.hgetall(keys.durability));
  if (stored.durability === undefined) return undefined;
  return {
    durability: stored.durability as DurabilityOptions['durability'],
    durabilityReplicas: Number(stored.durabilityReplicas),
    durabilityWaitMs: Number(stored.durabilityWaitMs),
  };
};
