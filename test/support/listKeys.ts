import type { RedisClient } from '../../src/redis/connect.js';
import { masterNodes } from '../../src/redis/masterNodes.js';

/** Lists the keys that match a pattern, on all nodes. */
export const listKeys = async (redis: RedisClient, pattern: string): Promise<string[]> =>
  (await Promise.all(masterNodes(redis).map(node => node.keys(pattern)))).flat();
