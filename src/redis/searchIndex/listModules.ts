import type { Redis } from 'ioredis';
import { UnavailableError } from '../../errors/UnavailableError.js';
import { isRedisUnavailable } from '../isRedisUnavailable.js';
import { isReply } from '../redisErrors.js';

/**
 * Lists the modules of a server, as Redis answers. Some hosted servers forbid the command. Where they know no command of
 * the search module they count as without; otherwise it is not known, and that is a 503.
 */
export const listModules = async (node: Redis): Promise<unknown[][]> => {
  try {
    return (await node.call('MODULE', 'LIST')) as unknown[][];
  } catch (error) {
    if (!isReply(error) || isRedisUnavailable(error)) throw error;
    const known = (await node.call('COMMAND', 'INFO', 'FT.SEARCH').catch(() => undefined)) as unknown[] | undefined;
    if (known !== undefined && known[0] == null) return [];
    const message = `Redis does not tell its modules (${(error as Error).message}), so it is not known whether orders can be searched.`;
    throw new UnavailableError('search_unavailable', message, []);
  }
};
