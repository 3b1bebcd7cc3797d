/** Moves slots between the nodes of a cluster, like the tools of operators. */
import type { ClusterNode } from './startClusterNode.js';

interface SlotMove {
  readonly slot: number;
  /** Returns the keys that are not moved yet. */
  readonly left: () => Promise<string[]>;
  /** Moves the given keys, one after the other. */
  readonly keys: (names: readonly string[]) => Promise<void>;
  /** Moves the remaining keys and makes the new node the owner. */
  readonly end: () => Promise<void>;
}

const migrateMs = 5_000;

/**
 * Starts to move the slot of a key from one node to another, like an operator's tool, but moves no key yet. The new
 * owner announces itself to the other nodes.
 */
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
      // Keys that are created during the move are moved too.
      for (let names = await left(); names.length > 0; names = await left()) await keys(names);
      await own(to);
      // A node without slots may have become a replica, which refuses this command.
      await own(from).catch(async (error: unknown) => {
        if ((await from.role()) === 'master') throw error;
      });
    },
  };
};
