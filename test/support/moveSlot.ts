/** Moves the slot of a key from one node of a cluster to another, as an operator's tool does: key by key. */
import type { ClusterNode } from './startClusterNode.js';

export interface SlotMove {
  readonly slot: number;
  /** Keys that have not been moved. */
  left(): Promise<string[]>;
  /** Moves these, one after the other. */
  keys(names: readonly string[]): Promise<void>;
  /** Moves what is left, and makes the new node the owner. */
  end(): Promise<void>;
}

const migrateMs = 5_000;

/** From here on the slot is on its way; nothing has been moved. Other nodes hear of its new owner from that one. */
export const moveSlot = async (key: string, from: ClusterNode, to: ClusterNode): Promise<SlotMove> => {
  const [fromId, toId] = [await from.id(), await to.id()];
  const slot = Number(await from.call(redis => redis.call('CLUSTER', 'KEYSLOT', key)));
  await to.call(redis => redis.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId));
  await from.call(redis => redis.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId));
  const left = (): Promise<string[]> =>
    from.call(redis => redis.call('CLUSTER', 'GETKEYSINSLOT', slot, 1_000_000) as Promise<string[]>);
  const keys = (names: readonly string[]): Promise<void> =>
    from.call(async redis => {
      for (const name of names) await redis.call('MIGRATE', '127.0.0.1', to.port, name, 0, migrateMs);
    });
  const own = (node: ClusterNode): Promise<unknown> =>
    node.call(redis => redis.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId));
  return {
    slot,
    left,
    keys,
    end: async () => {
      // What is made meanwhile is moved too.
      for (let names = await left(); names.length > 0; names = await left()) await keys(names);
      await own(to);
      // One that serves nothing any more may have become a replica by then, which takes no such order.
      await own(from).catch(async (error: unknown) => {
        if ((await from.role()) === 'master') throw error;
      });
    },
  };
};
