import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from '../connect.js';
import { masterNodes } from '../masterNodes.js';
import { type Command, type SearchModule, readModuleList, type ModuleSetting } from './Generation.js';

const send = (node: Redis, [name, ...args]: Command): Promise<unknown> => node.call(String(name), ...args);

/** Both commands answer with a name and its value, one of them in a list of such. */
const valueOf = (answer: unknown): string => (Array.isArray(answer) ? valueOf(answer.flat().at(1)) : String(answer));

const isSet = async (node: Redis, { ways, suffices }: ModuleSetting): Promise<boolean> => {
  for (const { get, set } of ways) {
    const done = await send(node, get)
      .then(async answer => suffices(valueOf(answer)) || (await send(node, set)) === 'OK')
      .catch(() => false);
    if (done) return true;
  }
  return false;
};

/**
 * The server's RediSearch; every node of a cluster is taken to have the same. What the server forbids to set is left: answers
 * that may have been cut short are known by the time they took.
 */
export const probeSearchModule = async (client: RedisClient, timeoutMs: number): Promise<SearchModule | undefined> => {
  // A cluster knows its nodes once it answers.
  if (client instanceof Cluster) await client.ping();
  const nodes = masterNodes(client);
  // Some hosted servers forbid MODULE: then the module counts as absent.
  const answer = await (nodes[0]?.call('MODULE', 'LIST') as Promise<unknown[][]> | undefined)?.catch(
    (error: unknown) => {
      if (error instanceof Error && error.name === 'ReplyError') return [];
      throw error;
    },
  );
  const module = readModuleList(answer ?? [], timeoutMs);
  for (const setting of module?.generation.settings ?? []) await Promise.all(nodes.map(node => isSet(node, setting)));
  return module;
};
