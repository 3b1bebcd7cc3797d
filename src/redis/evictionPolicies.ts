import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';

const safePolicy = 'noeviction';

/**
 * Lists the policies by which servers evict data when their memory is full; empty when all servers refuse writes
 * instead.
 */
export const evictionPolicies = async (redis: RedisClient): Promise<string[]> => {
  const policies = await Promise.all(
    masterNodes(redis).map(async node => /^maxmemory_policy:(\S+)/m.exec(await node.info('memory'))?.[1] ?? safePolicy),
  );
  return [...new Set(policies)].filter(policy => policy !== safePolicy);
};
