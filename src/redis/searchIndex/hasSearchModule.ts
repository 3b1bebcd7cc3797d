import type { RedisClient } from '../connect.js';
import { masterNodes } from '../masterNodes.js';

/** Whether the server has RediSearch; every node of a cluster is taken to have the same modules. */
export const hasSearchModule = async (client: RedisClient): Promise<boolean> => {
  const [node] = masterNodes(client);
  if (node === undefined) return false;
  // Some hosted servers forbid MODULE: then the module counts as absent.
  const modules = await (node.call('MODULE', 'LIST') as Promise<unknown[][]>).catch(() => []);
  return modules.some(fields => fields.map(String).includes('search') || fields.map(String).includes('ft'));
};
