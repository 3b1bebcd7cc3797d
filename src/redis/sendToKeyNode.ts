/**
 * Commands of modules. The client knows no keys of theirs, and would send them to any node of a cluster; they go to the one
 * that serves a key.
 *
 * While its slot is being moved, an index may be here, there, or in parts on both. So they are sent nowhere else then, but tried
 * again for a while, and told to come later.
 */
import { Cluster, Command } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import type { RedisClient } from './connect.js';
import { isRedirected, isConnectionLost } from './redisErrors.js';

type Encoding = BufferEncoding | null;
type Arguments = readonly (string | Buffer)[];

/** The node of a slot, looked up when the first command goes there. */
interface Node {
  readonly slot: number;
}

/** How long what is not run for now is tried again. */
const triedMsMax = 1_000;
const pauseMs = 50;

const slotOf = (key: string): number => new Command('exists', [key]).getSlot();

const send = (
  client: RedisClient,
  node: Node,
  [name, ...args]: Arguments,
  replyEncoding: Encoding,
): Promise<unknown> => {
  const command = new Command(String(name), args as (string | Buffer)[], { replyEncoding });
  return (
    client instanceof Cluster ? client.sendCommand(command, undefined, node) : client.sendCommand(command)
  ) as Promise<unknown>;
};

const refreshed = (client: Cluster): Promise<void> =>
  new Promise(done => {
    client.refreshSlotsCache(() => done());
  });

/** With a node given, the client follows no answer that tells of another one. */
const untilRun = async (client: RedisClient, key: string, run: (node: Node) => Promise<unknown>): Promise<unknown> => {
  const slot = slotOf(key);
  if (!(client instanceof Cluster)) return run({ slot });
  const endMs = performance.now() + triedMsMax;
  for (;;)
    try {
      return await run({ slot });
    } catch (error) {
      if (!(isRedirected(error) || isConnectionLost(error)) || performance.now() > endMs) throw error;
      await Promise.all([refreshed(client), setTimeout(pauseMs)]);
    }
};

/** Sends a module's command to the node that serves a key; not in a pipeline with others, since it may take long. */
export const sendToKeyNode = (client: RedisClient, key: string, command: Arguments): Promise<unknown> =>
  untilRun(client, key, node => send(client, node, command, 'utf8'));

/** The same, with the answer in Buffers. */
export const sendToKeyNodeBuffer = (client: RedisClient, key: string, command: Arguments): Promise<unknown> =>
  untilRun(client, key, node => send(client, node, command, null));

/**
 * The same, of a command that tells what an index holds. Not every module says that an index is on its way: before and after,
 * and on the same node, a key is asked for that there is none of; while the slot is being moved that is refused.
 */
export const sendToStableSlotBuffer = (client: RedisClient, key: string, command: Arguments): Promise<unknown> =>
  untilRun(client, key, async node => {
    if (!(client instanceof Cluster)) return send(client, node, command, null);
    const [, answer] = await Promise.all(
      [['EXISTS', key], command, ['EXISTS', key]].map(each => send(client, node, each, null)),
    );
    return answer;
  });
