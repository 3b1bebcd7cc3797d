import type { RedisClient } from './connect.js';
import { isSplitAcrossNodes } from './redisErrors.js';
import { retryOnce } from './retryOnce.js';

/** Reads keys of one slot by one MGET; while the slot is being migrated, by a GET for each key. */
const readKeys = async <T>(
  keys: readonly string[],
  readAll: (keys: string[]) => Promise<T[]>,
  readOne: (key: string) => Promise<T>,
): Promise<T[]> => {
  const [first] = keys;
  if (first === undefined) return [];
  if (keys.length === 1) return [await retryOnce(() => readOne(first))];
  return retryOnce(() => readAll([...keys])).catch((error: unknown) => {
    if (!isSplitAcrossNodes(error)) throw error;
    return Promise.all(keys.map(key => retryOnce(() => readOne(key))));
  });
};

/** Reads the values of keys of one slot, in their order; null for a missing key. */
export const getMany = (redis: RedisClient, keys: readonly string[]): Promise<(string | null)[]> =>
  readKeys(
    keys,
    all => redis.mget(all),
    key => redis.get(key),
  );

/** Reads as `getMany`, and returns the bytes. */
export const getManyBuffers = (redis: RedisClient, keys: readonly string[]): Promise<(Buffer | null)[]> =>
  readKeys(
    keys,
    all => redis.mgetBuffer(all),
    key => redis.getBuffer(key),
  );
