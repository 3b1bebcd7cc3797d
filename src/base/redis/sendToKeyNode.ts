/**
 * Sends commands of modules. The client does not know which of their arguments are keys, and would send them to any
 * node of a cluster; here they go to the node that serves a given key.
 *
 * While the slot of an index is being migrated, the index may be on either node, or in parts on both. Its commands
 * follow no redirection then: they are tried again for a while, and then rejected.
 */
import { setTimeout } from 'node:timers/promises';
import { Cluster, Command } from 'ioredis';
import { withTimeout } from '../lifecycle/timeouts.js';
import { commandTimeoutMs, type RedisClient } from './connect.js';
import { isConnectionLost, isRedirected } from './redisErrors.js';
import { slotOf } from './clusterNodes.js';

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
      // The refresh is not awaited: a silent node would delay it.
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
  /** Duration of the command by the clock of the server, without the time for which it or its answer waited. */
  readonly ms: number;
}

/** The milliseconds in an answer to TIME: seconds and microseconds. */
export const millisecondsOf = (time: unknown): number => {
  const [seconds, microseconds] = time as readonly [Buffer | string, Buffer | string];
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
};

/**
 * Sends a command that reads an index, and rejects it while the slot of the index is being migrated. Some versions of
 * the module do not notice a migration, but Redis refuses to look up a missing key then: EXISTS with the index's name,
 * which is no key, goes before and after the command on the same connection. The first EXISTS also tells that Redis
 * answers at all, and TIME before and after tells what the command took, however late this thread reads the answers.
 */
export const sendToStableSlotBuffer = (
  client: RedisClient,
  key: string,
  command: CommandArguments,
): Promise<MeasuredAnswer> =>
  retryWhileMigrating(client, key, async node => {
    const before = withTimeout(send(client, node, ['EXISTS', key], null), commandTimeoutMs);
    const start = send(client, node, ['TIME'], null);
    const reply = send(client, node, command, null);
    const end = send(client, node, ['TIME'], null);
    const after = client instanceof Cluster ? send(client, node, ['EXISTS', key], null) : undefined;
    const [, startTime, answer, endTime] = await Promise.all([before, start, reply, end, after]);
    return { answer, ms: millisecondsOf(endTime) - millisecondsOf(startTime) };
  });
