import { Cluster, type Redis } from 'ioredis';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import { commandTimeoutMs, type RedisClient } from '../../base/redis/connect.js';
import { findSlotNode, addressOf, masterNodes } from '../../base/redis/clusterNodes.js';
import type { CommandArguments } from '../../base/redis/sendToKeyNode.js';
import { firstGeneration } from './firstGeneration.js';
import type { Generation, ModuleSetting } from './Generation.js';
import { laterGeneration } from './laterGeneration.js';
import { listModules, parseModuleList, type SearchModuleFacts } from '../../base/redis/searchIndex/parseModuleList.js';
import type { LostNode } from '../../base/redis/diagnosis/examineCluster.js';

export interface SearchModule extends SearchModuleFacts {
  readonly generation: Generation;
}

const send = (node: Redis, [name, ...args]: CommandArguments): Promise<unknown> => node.call(String(name), ...args);

/** Reads the value from an answer with a name and a value; some commands put both into another list. */
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
 * Finds the RediSearch of a server and applies its settings. A server may refuse a setting: answers that may be
 * incomplete are recognized by the time that they took.
 */
export const probeSearchModule = async (node: Redis, queryTimeoutMs: number): Promise<SearchModule | undefined> => {
  const module = parseModuleList(await listModules(node), queryTimeoutMs);
  if (module === undefined) return undefined;
  const generation = module.isLater ? laterGeneration : firstGeneration;
  for (const setting of generation.settings) await applySetting(node, setting);
  return { ...module, generation };
};

/** Waits until a cluster client is ready, because only then it knows its nodes. */
const untilReady = async (client: Cluster): Promise<void> => {
  if (client.status === 'wait') client.connect().catch(() => undefined);
  if (client.status !== 'ready')
    await withTimeout(new Promise<void>(resolve => client.once('ready', resolve)), commandTimeoutMs);
};

/** Waits for the connection to the server of a key and returns it; a 503 where it is not there within its limit. */
export const connectedSlotNode = async (client: RedisClient, key: string): Promise<Redis> => {
  if (client instanceof Cluster) await untilReady(client).catch(() => undefined);
  const found = findSlotNode(client, key);
  if (found === undefined) throw new Error('Connection is closed: the client knows no node for the slot.');
  return found.node;
};

/** The result of the probe of one master. */
interface ModuleAnswer {
  /** The node as `host:port`. */
  readonly node: string;
  /** Undefined if the server did not tell; `reason` says why. */
  readonly isFound: boolean | undefined;
  readonly reason?: string;
}

/** Asks all masters; `lost` are nodes that cannot be reached. */
export const findSearchModules = async (
  client: RedisClient,
  lost: readonly LostNode[] = [],
): Promise<ModuleAnswer[]> => {
  const lostMasters = lost.filter(({ isMaster }) => isMaster);
  const reachable = masterNodes(client)
    .map(redis => ({ redis, node: addressOf(redis) }))
    .filter(({ node }) => lost.every(each => each.node !== node));
  const answers = reachable.map(async ({ redis, node }): Promise<ModuleAnswer> => {
    try {
      return { node, isFound: parseModuleList(await listModules(redis), 0) !== undefined };
    } catch (error) {
      return { node, isFound: undefined, reason: (error as Error).message };
    }
  });
  return [
    ...(await Promise.all(answers)),
    ...lostMasters.map(({ node, reason }) => ({ node, reason, isFound: undefined })),
  ];
};

const wherePossible = (nodes: readonly ModuleAnswer[], all: readonly ModuleAnswer[]): string =>
  all.length === 1 ? '' : ` on ${nodes.map(({ node }) => node).join(', ')}`;

/** Returns sentences for operators: about servers without the module, and about servers where this is not known. */
export const describeSearchModules = (answers: readonly ModuleAnswer[]): string[] => {
  const missing = answers.filter(({ isFound }) => isFound === false);
  const unknown = answers.filter(({ isFound }) => isFound === undefined);
  const isNowhere = missing.length === answers.length;
  return [
    ...(missing.length === 0
      ? []
      : isNowhere
        ? ['RediSearch was not found: order search is not available.']
        : [`RediSearch was not found${wherePossible(missing, answers)}: orders of its projects cannot be searched.`]),
    ...unknown.map(
      each =>
        `It is not known whether Redis has RediSearch${wherePossible([each], answers)}: ${each.reason ?? 'no answer'}`,
    ),
  ];
};
