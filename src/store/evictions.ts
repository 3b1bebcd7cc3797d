import type { RedisClient } from './connect.js';
import { mastersOf } from './masters.js';

/** The policies by which servers throw data away when their memory is full; none where all refuse writes instead. */
export const evictions = async (redis: RedisClient): Promise<string[]> => {
  const policies = await Promise.all(
    mastersOf(redis).map(async node => /^maxmemory_policy:(\S+)/m.exec(await node.info('memory'))?.[1] ?? 'noeviction'),
  );
  return [...new Set(policies)].filter(policy => policy !== 'noeviction');
};
