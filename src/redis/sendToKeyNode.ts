/**
 * Sends commands of modules. The client does not know which of their arguments are keys, and would send them to any
 * node of a cluster; here they go to the node that serves a given key.
 *
 * While the slot of an index is being migrated, the index may be on either node, or in parts on both. Its commands
 * follow no redirection then: they are tried again for a while, and then rejected.
 */
import { setTimeout } from 'node:timers/promises';
import { Cluster, Command } from 'ioredis';
import { withTimeout } from '../lifecycle/withTimeout.js';
import { commandTimeoutMs, type RedisClient } from './connect.js';
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

/** Runs calls of the node of a key again while the slot of the key moves, or another node takes it over. */
export const retryWhileMigrating = async <T>(
  client: RedisClient,
  key: string,
  run: (node: SlotNode) => Promise<T>,
): Promise<T> => {
  const slot = slotOf(key);
  if (!(client instanceof Cluster)) return run({ slot });
  const deadlineMs = performance.now() + retryLimitMs;
  for (;;)
    try {
      return await run({ slot });
    } catch (error) {
      if (!(isRedirected(error) || isConnectionLost(error)) || performance.now() > deadlineMs) throw error;
      // Not waited for: a node that is silent would hold it up.
      client.refreshSlotsCache();
      await setTimeout(retryDelayMs);
    }
};

/** Sends a command to the node that serves a key, outside of any pipeline, since it may take long. */
export const sendToKeyNode = (client: RedisClient, key: string, command: CommandArguments): Promise<unknown> =>
  retryWhileMigrating(client, key, node => send(client, node, command, 'utf8'));

/** Sends as `sendToKeyNode`; the answer comes in Buffers. */
export const sendToKeyNodeBuffer = (client: RedisClient, key: string, command: CommandArguments): Promise<unknown> =>
  retryWhileMigrating(client, key, node => send(client, node, command, null));

export interface MeasuredAnswer {
  readonly answer: unknown;
  /** What the command took, without the time for which it waited: for a connection, or for other commands. */
  readonly ms: number;
}

/**
 * Sends a command that reads an index, and rejects it while the slot of the index is being migrated. Some versions of
 * the module do not notice a migration, but Redis refuses to look up a missing key then: EXISTS with the index's name,
 * which is no key, goes before and after the command on the same connection. The first EXISTS also tells when Redis
 * began with the command, and that it answers at all.
 */
export const sendToStableSlotBuffer = (
  client: RedisClient,
  key: string,
  command: CommandArguments,
): Promise<MeasuredAnswer> =>
  retryWhileMigrating(client, key, async node => {
    let startMs = performance.now();
    const before = withTimeout(send(client, node, ['EXISTS', key], null), commandTimeoutMs).then(() => {
      startMs = performance.now();
    });
    const measured = send(client, node, command, null).then(answer => ({ answer, ms: performance.now() - startMs }));
    const after = client instanceof Cluster ? send(client, node, ['EXISTS', key], null) : undefined;
    const [, result] = await Promise.all([before, measured, after]);
    return result;
  });
