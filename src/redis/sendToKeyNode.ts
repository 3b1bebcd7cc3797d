/**
 * Sends commands of modules. The client does not know which of their arguments are keys, and would send them to any
 * node of a cluster; here they go to the node that serves a given key.
 *
 * While the slot of an index is being migrated, the index may be on either node, or in parts on both. Its commands
 * follow no redirection then: they are tried again for a while, and then rejected.
 */
import { setTimeout } from 'node:timers/promises';
import { Cluster, Command } from 'ioredis';
import type { RedisClient } from './connect.js';
import { isConnectionLost, isRedirected } from './redisErrors.js';
import { slotOf } from './slotNodes.js';

type Encoding = BufferEncoding | null;
export type CommandArguments = readonly (string | Buffer)[];

/** Makes the client use the node that serves a slot now, without following its redirections. */
interface SlotNode {
  readonly slot: number;
}

const retryLimitMs = 1_000;
const retryDelayMs = 50;

const send = async (
  client: RedisClient,
  node: SlotNode,
  [name, ...args]: CommandArguments,
  replyEncoding: Encoding,
): Promise<unknown> => {
  const command = new Command(String(name), args, { replyEncoding });
  return client instanceof Cluster ? client.sendCommand(command, undefined, node) : client.sendCommand(command);
};

const refreshSlots = (client: Cluster): Promise<void> =>
  new Promise(resolve => {
    client.refreshSlotsCache(() => resolve());
  });

const retryWhileMigrating = async (
  client: RedisClient,
  key: string,
  run: (node: SlotNode) => Promise<unknown>,
): Promise<unknown> => {
  const slot = slotOf(key);
  if (!(client instanceof Cluster)) return run({ slot });
  const deadlineMs = performance.now() + retryLimitMs;
  for (;;)
    try {
      return await run({ slot });
    } catch (error) {
      if (!(isRedirected(error) || isConnectionLost(error)) || performance.now() > deadlineMs) throw error;
      await Promise.all([refreshSlots(client), setTimeout(retryDelayMs)]);
    }
};

/** Sends a command to the node that serves a key, outside of any pipeline, since it may take long. */
export const sendToKeyNode = (client: RedisClient, key: string, command: CommandArguments): Promise<unknown> =>
  retryWhileMigrating(client, key, node => send(client, node, command, 'utf8'));

/** Sends as `sendToKeyNode`; the answer comes in Buffers. */
export const sendToKeyNodeBuffer = (client: RedisClient, key: string, command: CommandArguments): Promise<unknown> =>
  retryWhileMigrating(client, key, node => send(client, node, command, null));

/**
 * Sends a command that reads an index, and rejects it while the slot of the index is being migrated. Some versions of
 * the module do not notice a migration, but Redis refuses to look up a missing key then: EXISTS with the index's name,
 * which is no key, goes before and after the command on the same connection.
 */
export const sendToStableSlotBuffer = (client: RedisClient, key: string, command: CommandArguments): Promise<unknown> =>
  retryWhileMigrating(client, key, async node => {
    if (!(client instanceof Cluster)) return send(client, node, command, null);
    const [, answer] = await Promise.all(
      [['EXISTS', key], command, ['EXISTS', key]].map(each => send(client, node, each, null)),
    );
    return answer;
  });
