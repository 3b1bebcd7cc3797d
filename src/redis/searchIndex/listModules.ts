import type { Redis } from 'ioredis';
import { isRedisUnavailable } from '../isRedisUnavailable.js';
import { isReply } from '../redisErrors.js';

/** Lists the modules of a server, as Redis answers. Some hosted servers forbid the command: they count as without. */
export const listModules = async (node: Redis | undefined): Promise<unknown[][]> => {
  if (node === undefined) return [];
  return (node.call('MODULE', 'LIST') as Promise<unknown[][]>).catch((error: unknown) => {
    if (!isReply(error) || isRedisUnavailable(error)) throw error;
    return [];
  });
};
