import type { RedisClient } from '../connect.js';
import { isRedisUnavailable } from '../isRedisUnavailable.js';
import { masterNodes } from '../masterNodes.js';
import { parseModuleList } from './parseModuleList.js';

/** Tells whether the server has RediSearch; all nodes of a cluster are expected to have the same modules. */
export const hasSearchModule = async (client: RedisClient): Promise<boolean> => {
  const [node] = masterNodes(client);
  if (node === undefined) return false;
  const modules = await (node.call('MODULE', 'LIST') as Promise<unknown[][]>).catch((error: unknown) => {
    if (isRedisUnavailable(error)) throw error;
    // Some hosted servers forbid MODULE: then the module counts as missing.
    return [];
  });
  return parseModuleList(modules, 0) !== undefined;
};
