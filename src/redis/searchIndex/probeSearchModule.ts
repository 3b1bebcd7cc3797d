import { Cluster, type Redis } from 'ioredis';
import { withTimeout } from '../../lifecycle/withTimeout.js';
import { commandTimeoutMs, type RedisClient } from '../connect.js';
import { findSlotNode } from '../slotNodes.js';
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
 * Finds the RediSearch of a server and applies its settings. A server may refuse a setting: answers that may have been
 * cut short are recognized by the time they took.
 */
export const probeSearchModule = async (node: Redis, queryTimeoutMs: number): Promise<SearchModule | undefined> => {
  const module = parseModuleList(await listModules(node), queryTimeoutMs);
  for (const setting of module?.generation.settings ?? []) await applySetting(node, setting);
  return module;
};

/** A cluster client knows its nodes when it is ready. */
const untilReady = async (client: Cluster): Promise<void> => {
  if (client.status === 'wait') client.connect().catch(() => undefined);
  if (client.status !== 'ready')
    await withTimeout(new Promise<void>(resolve => client.once('ready', resolve)), commandTimeoutMs);
};

/** The server that has a key, when the client has connected to it; a 503 where it has not within its limit. */
export const connectedSlotNode = async (client: RedisClient, key: string): Promise<Redis> => {
  if (client instanceof Cluster) await untilReady(client).catch(() => undefined);
  const found = findSlotNode(client, key);
  if (found === undefined) throw new Error('Connection is closed: the client knows no node for the slot.');
  return found.node;
};
