/**
 * The number of the format of all data in Redis: which keys exist, and what they hold. A change that an older or newer
 * version could misread gets the next number and a step in src/migration/formatSteps.ts.
 */
import type { RedisClient } from '../redis/connect.js';
import { retryOnce } from '../redis/retryOnce.js';
import { keys } from './keys.js';

/** The format that this version reads and writes. */
export const currentFormat = 5;

/** Data from before formats had numbers. */
const firstFormat = 1;

/** Tells that the data in Redis has another format; the message says what to do. */
export class StoredFormatError extends Error {}

/** The format of the data; undefined where there is no project yet. */
export const readStoredFormat = async (redis: RedisClient): Promise<number | undefined> => {
  const stored = await retryOnce(() => redis.get(keys.format));
  if (stored !== null) return Number(stored);
  const projectCount = await retryOnce(() => redis.scard(keys.projects));
  return projectCount === 0 ? undefined : firstFormat;
};

export const writeStoredFormat = async (redis: RedisClient, format: number): Promise<void> => {
  await retryOnce(() => redis.set(keys.format, format));
};

/** Throws where a newer version wrote the data. */
export const assertFormatIsKnown = (found: number): void => {
  if (found > currentFormat)
    throw new StoredFormatError(
      `The data in Redis has format ${found}, and this version of Quayside reads formats up to ${currentFormat}. ` +
        'Start the version that wrote the data, or a newer one.',
    );
};

/** Gives an empty Redis the current format; throws where the data has another one. */
export const assertStoredFormat = async (redis: RedisClient): Promise<void> => {
  const found = await readStoredFormat(redis);
  if (found === undefined) return writeStoredFormat(redis, currentFormat);
  assertFormatIsKnown(found);
  if (found < currentFormat)
    throw new StoredFormatError(
      `The data in Redis has format ${found}, and this version of Quayside needs format ${currentFormat}. ` +
        'Stop all servers, make a backup, and run: quayside migrate',
    );
};
