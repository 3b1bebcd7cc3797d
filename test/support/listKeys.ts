/** Searches the keys of Redis and their values. */
import type { RedisClient } from '../../src/base/redis/connect.js';
import { masterNodes } from '../../src/base/redis/clusterNodes.js';
import { readStoredBody } from '../../src/store/compressedBody.js';
import type { Quayside } from './quayside.js';

/** Lists the keys that match a pattern, on all nodes. */
export const listKeys = async (redis: RedisClient, pattern: string): Promise<string[]> =>
  (await Promise.all(masterNodes(redis).map(node => node.keys(pattern)))).flat();

/** Returns the keys of a project that contain one of the texts in their name or value, compressed or not. */
export const findTraces = async (
  { services: { redis } }: Quayside,
  projectKey: string,
  ...texts: readonly string[]
): Promise<string[]> => {
  const reads: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: async key => readStoredBody((await redis.getBuffer(key)) ?? Buffer.alloc(0), key).toString(),
    hash: key => redis.hgetall(key),
    zset: key => redis.zrange(key, 0, -1),
    set: key => redis.smembers(key),
    list: key => redis.lrange(key, 0, -1),
  };
  const found: string[] = [];
  for (const key of await listKeys(redis, `{${projectKey}}*`)) {
    const type = await redis.type(key);
    if (type === 'none') continue;
    const read = reads[type];
    if (read === undefined) throw new Error(`${key} is a ${type}, which findTraces cannot read`);
    const text = `${key} ${JSON.stringify(await read(key))}`;
    if (texts.some(each => text.includes(each))) found.push(key);
  }
  return found;
};
