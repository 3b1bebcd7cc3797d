import { Cluster, type Redis } from 'ioredis';
import { withTimeout } from '../../lifecycle/withTimeout.js';
import { commandTimeoutMs, type RedisClient } from '../connect.js';
import { masterNodes } from '../masterNodes.js';
import type { CommandArguments } from '../sendToKeyNode.js';
import type { ModuleSetting } from './Generation.js';
import { listModules } from './listModules.js';
import { parseModuleList, type SearchModule } from './parseModuleList.js';

/** A setting takes a master microseconds; one that is away is not waited for. */
const settingTimeoutMs = 500;

/** A cluster client knows its nodes when it is ready. */
const untilReady = async (client: Cluster): Promise<void> => {
  if (client.status === 'wait') client.connect().catch(() => undefined);
  if (client.status !== 'ready')
    await withTimeout(new Promise<void>(resolve => client.once('ready', resolve)), commandTimeoutMs);
};

const firstAnswer = async <T>(answers: readonly Promise<T>[]): Promise<T> => {
  try {
    return await withTimeout(Promise.any(answers), commandTimeoutMs);
  } catch (error) {
    throw error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  }
};

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
  if (client instanceof Cluster) await untilReady(client);
  const nodes = masterNodes(client);
  // A master that is away must not disable the search on the others.
  const modules = await firstAnswer(nodes.map(listModules));
  const module = parseModuleList(modules, queryTimeoutMs);
  for (const setting of module?.generation.settings ?? [])
    await Promise.all(
      nodes.map(node => withTimeout(applySetting(node, setting), settingTimeoutMs).catch(() => undefined)),
    );
  return module;
};
