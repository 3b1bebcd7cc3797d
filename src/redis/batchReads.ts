import { Cluster, Command } from 'ioredis';
import type { RedisClient } from './connect.js';
import { getManyBuffers } from './getMany.js';
import { masterNodes } from './masterNodes.js';
import { nodeName } from './slotNodes.js';
import { isConnectionLost, isRedirected, isTimedOut } from './redisErrors.js';

/** Keys of one command: while Redis answers it, other clients wait. */
const keysMax = 64;

interface PendingRead {
  readonly resolve: (value: Buffer | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch {
  readonly keys: string[];
  readonly reads: PendingRead[];
}

type Values = readonly (Buffer | null)[];
type SendBatch = (batch: Batch) => void;

/** Reads the value of a key, or null. All keys of a project are in one slot. */
export type BatchedGet = (projectKey: string, key: string) => Promise<Buffer | null>;

const resolveAll = ({ reads }: Batch, values: Values): void =>
  reads.forEach(({ resolve }, at) => resolve(values[at] ?? null));

const rejectAll = ({ reads }: Batch, error: unknown): void => reads.forEach(({ reject }) => reject(error));

const sendByClient =
  (redis: RedisClient): SendBatch =>
  batch => {
    getManyBuffers(redis, batch.keys).then(
      values => resolveAll(batch, values),
      (error: unknown) => rejectAll(batch, error),
    );
  };

/**
 * Sends the reads of a slot to the node of the slot. The cluster client would take as long again to prepare each command
 * for redirections; here a command that was redirected, or lost, is left to it.
 */
const sendToNodes = (client: Cluster, sendRedirected: SendBatch): SendBatch => {
  const nodes = new Map(masterNodes(client).map(node => [nodeName(node), node]));
  return batch => {
    const isOne = batch.keys.length === 1;
    const command = new Command(isOne ? 'get' : 'mget', [...batch.keys], { replyEncoding: null });
    const node = nodes.get(client.slots[command.getSlot() ?? -1]?.[0] ?? '');
    if (node === undefined) return sendRedirected(batch);
    (node.sendCommand(command) as Promise<unknown>).then(
      answer => resolveAll(batch, (isOne ? [answer] : answer) as Values),
      (error: unknown) => {
        if (isRedirected(error) || isConnectionLost(error)) return sendRedirected(batch);
        // Another node may have taken over the slot.
        if (isTimedOut(error)) client.refreshSlotsCache();
        rejectAll(batch, error);
      },
    );
  };
};

/**
 * Combines the reads of one turn of the event loop: on a single server all of them in one command, on a cluster those
 * of a project, with one write to the socket of each master. The client and Redis need half the time of separate reads.
 */
export const batchReads = (redis: RedisClient): BatchedGet => {
  const isCluster = redis instanceof Cluster;
  const send = sendByClient(redis);
  const openTurn = (): SendBatch => (isCluster ? sendToNodes(redis, send) : send);
  // A new Map for each turn: one that is filled and emptied again and again keeps what it held (memory/SlotList.ts).
  let batches: Map<string, Batch> | undefined;

  const beginTurn = (): Map<string, Batch> => {
    const begun = new Map<string, Batch>();
    setImmediate(() => {
      batches = undefined;
      begun.forEach(openTurn());
    });
    return begun;
  };

  return (projectKey, key) =>
    new Promise((resolve, reject) => {
      batches ??= beginTurn();
      const group = isCluster ? projectKey : '';
      let batch = batches.get(group);
      if (batch === undefined) {
        batch = { keys: [], reads: [] };
        batches.set(group, batch);
      }
      batch.reads.push({ resolve, reject });
      if (batch.keys.push(key) < keysMax) return;
      batches.delete(group);
      openTurn()(batch);
    });
};
