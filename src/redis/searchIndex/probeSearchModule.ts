import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from '../connect.js';
import { masterNodes } from '../masterNodes.js';
import type { CommandArguments } from '../sendToKeyNode.js';
import type { ModuleSetting } from './Generation.js';
import { listModules } from './listModules.js';
import { parseModuleList, type SearchModule } from './parseModuleList.js';

const send = (node: Redis, [name, ...args]: CommandArguments): Promise<unknown> => node.call(String(name), ...args);

/** Reads the value from an answer with a name and its value, which some commands put into another list. */
const settingValue = (answer: unknown): string =>
  Array.isArray(answer) ? settingValue(answer.flat().at(1)) : String(answer);

const applySetting = async (node: Redis, { commands, isSufficient }: ModuleSetting): Promise<boolean> => {
  for (const { get, set } of commands) {
    const isApplied = await send(node, get)
      .then(async answer => isSufficient(settingValue(answer)) || (await send(node, set)) === 'OK')
      // A module of another version refuses the name: the next one is tried.
      .catch(() => false);
    if (isApplied) return true;
  }
  return false;
};

/**
 * Finds the server's RediSearch and applies its settings; all nodes of a cluster are expected to have the same. A
 * server may refuse a setting: answers that may have been cut short are recognized by the time they took.
 */
export const probeSearchModule = async (
  client: RedisClient,
  queryTimeoutMs: number,
): Promise<SearchModule | undefined> => {
  // A cluster client knows its nodes after the first answer.
  if (client instanceof Cluster) await client.ping();
  const nodes = masterNodes(client);
  const module = parseModuleList(await listModules(nodes[0]), queryTimeoutMs);
  for (const setting of module?.generation.settings ?? [])
    await Promise.all(nodes.map(node => applySetting(node, setting)));
  return module;
};
