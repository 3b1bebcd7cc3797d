import { retryOnce } from './retryOnce.js';
import type { RedisClient } from './connect.js';
import { isSplitAcrossNodes } from './redisErrors.js';

/** What stands under many keys of one project, in one call; while their slot is on its way to another node, in one each. */
const many = async <T>(
  keys: readonly string[],
  all: (keys: string[]) => Promise<T[]>,
  each: (key: string) => Promise<T>,
): Promise<T[]> => {
  if (keys.length === 0) return [];
  if (keys.length === 1) return [await retryOnce(() => each(keys[0]!))];
  return retryOnce(() => all([...keys])).catch((error: unknown) => {
    if (!isSplitAcrossNodes(error)) throw error;
    return Promise.all(keys.map(key => retryOnce(() => each(key))));
  });
};

export const getMany = (redis: RedisClient, keys: readonly string[]): Promise<(string | null)[]> =>
  many(
    keys,
    all => redis.mget(all),
    key => redis.get(key),
  );

export const getManyBuffers = (redis: RedisClient, keys: readonly string[]): Promise<(Buffer | null)[]> =>
  many(
    keys,
    all => redis.mgetBuffer(all),
    key => redis.getBuffer(key),
  );
