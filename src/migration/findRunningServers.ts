import type { RedisClient } from '../redis/connect.js';
import { masterNodes } from '../redis/masterNodes.js';

/** Every server waits for revoked tokens by a blocking XREAD, which Redis shows in the list of its clients. */
const isServerClient = (line: string): boolean => / cmd=xread( |$)/.test(line);

const addressOf = (line: string): string => / addr=(\S+)/.exec(line)?.[1] ?? 'an unknown address';

/** The addresses of clients in Redis that are servers, of this version or an older one. */
export const findRunningServers = async (redis: RedisClient): Promise<string[]> => {
  const lists = await Promise.all(masterNodes(redis).map(node => node.call('CLIENT', 'LIST', 'TYPE', 'normal')));
  return lists.flatMap(list => String(list).split('\n').filter(isServerClient).map(addressOf));
};
