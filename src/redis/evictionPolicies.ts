import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';

/** The policies by which servers throw data away when their memory is full; none where all refuse writes instead. */
export const evictionPolicies = async (redis: RedisClient): Promise<string[]> => {
  const policies = await Promise.all(
    masterNodes(redis).map(
      async node => /^maxmemory_policy:(\S+)/m.exec(await node.info('memory'))?.[1] ?? 'noeviction',
    ),
  );
  return [...new Set(policies)].filter(policy => policy !== 'noeviction');
};
