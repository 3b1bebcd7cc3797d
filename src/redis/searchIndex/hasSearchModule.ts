import type { RedisClient } from '../connect.js';
import { masterNodes } from '../masterNodes.js';
import { listModules } from './listModules.js';
import { parseModuleList } from './parseModuleList.js';

/** Tells whether the server has RediSearch; all nodes of a cluster are expected to have the same modules. */
export const hasSearchModule = async (client: RedisClient): Promise<boolean> =>
  parseModuleList(await listModules(masterNodes(client)[0]), 0) !== undefined;
