import type { Redis } from 'ioredis';
import type { RedisClient } from './connect.js';
import { sumOf } from '../lists.js';
import { retryOnce } from './redisErrors.js';
import { masterNodes } from './clusterNodes.js';

/** Keys that one call of SCAN visits, which takes Redis less than a millisecond. */
const scanCount = 1_000;

/** Follows the cursor of a SCAN command to its end. */
export async function* scanPages<T>(scan: (cursor: string) => Promise<[string, T]>): AsyncGenerator<T> {
  let cursor = '0';
  do {
    const [nextCursor, page] = await retryOnce(() => scan(cursor));
    yield page;
    cursor = nextCursor;
  } while (cursor !== '0');
}

const deleteFrom = async (node: Redis, pattern: string, isDeleted: (key: string) => boolean): Promise<number> => {
  let deleted = 0;
  for await (const page of scanPages(cursor => node.scan(cursor, 'MATCH', pattern, 'COUNT', scanCount))) {
    const found = page.filter(isDeleted);
    if (found.length > 0) deleted += await node.unlink(...found);
  }
  return deleted;
};

/**
 * Deletes the keys that match a pattern, and optionally a condition, on all masters; resolves to their number. The
 * pattern holds a hash tag: a master of a cluster deletes keys of one slot only.
 */
export const deleteKeys = async (
  redis: RedisClient,
  pattern: string,
  isDeleted: (key: string) => boolean = () => true,
): Promise<number> => {
  return sumOf(await Promise.all(masterNodes(redis).map(node => deleteFrom(node, pattern, isDeleted))));
};
