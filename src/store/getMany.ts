import { again } from './again.js';
import type { RedisClient } from './connect.js';
import { isApart } from './failures.js';

/** What stands under many keys of one project, in one call; while their slot is on its way to another node, in one each. */
const many = async <T>(
  keys: readonly string[],
  all: (keys: string[]) => Promise<T[]>,
  each: (key: string) => Promise<T>,
): Promise<T[]> => {
  if (keys.length === 0) return [];
  if (keys.length === 1) return [await again(() => each(keys[0]!))];
  return again(() => all([...keys])).catch((error: unknown) => {
    if (!isApart(error)) throw error;
    return Promise.all(keys.map(key => again(() => each(key))));
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
