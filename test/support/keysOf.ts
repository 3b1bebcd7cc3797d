import type { RedisClient } from '../../src/store/connect.js';
import { mastersOf } from '../../src/store/masters.js';

/** The keys that a pattern fits, wherever they lie. */
export const keysOf = async (redis: RedisClient, pattern: string): Promise<string[]> =>
  (await Promise.all(mastersOf(redis).map(node => node.keys(pattern)))).flat();
