/**
 * The servers that a client knows; what the nodes of a cluster say of it (CLUSTER NODES), and what changed between two
 * checks; and the node of a key.
 */
import { Cluster, type Redis, Command } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { sumOf } from '../lists.js';
import { entryLimit } from '../memory/ReadCache.js';
import type { MasterOf } from '../shedding/MasterGates.js';

/** Lists the servers that hold keys: the masters of a cluster, or the only server. */
export const masterNodes = (client: Redis | Cluster): readonly Redis[] =>
  client instanceof Cluster ? client.nodes('master') : [client];

/**
 * Resolves when the masters of some projects and API clients have answered; `owners` are their keys and ids. Takes the
 * way of other commands: a ping would be answered by any master, and refused at once by one that is gone.
 */
export const pingMasters = async (client: Redis | Cluster, owners: readonly string[]): Promise<void> => {
  if (!(client instanceof Cluster)) {
    await client.ping();
    return;
  }
  await Promise.all(owners.filter(owner => owner !== '').map(owner => client.exists(`{${owner}}:guard`)));
};

/** The address of a server as a cluster names it; the path of a socket. */
export const addressOf = ({ options: { host, port, path } }: Redis): string => path ?? `${host}:${port}`;

/** The addresses of all servers that a client knows, replicas included. */
export const addressesOf = (client: Redis | Cluster): readonly string[] =>
  (client instanceof Cluster ? client.nodes('all') : [client]).map(addressOf);

export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** A slot that moves from this node to another one; this node still serves the keys that it has. */
interface MigratingSlot {
  readonly slot: number;
  readonly toId: string;
}

export interface ClusterNode {
  readonly id: string;
  /** `10.0.0.2:6379` */
  readonly address: string;
  /** True if this node gave the answer. */
  readonly isSelf: boolean;
  readonly isMaster: boolean;
  /** The master of a replica. */
  readonly masterId: string;
  /** Of two nodes that claim a slot, the one with the higher epoch has it. */
  readonly epoch: number;
  readonly slots: readonly SlotRange[];
  /** A node tells only its own migrations. */
  readonly migrating: readonly MigratingSlot[];
}

/** `[93->-292f8b…]`; a slot that is imported has `-<-`. */
const migration = /^\[(\d+)->-(\w+)\]$/;

const parseLine = (line: string, asked: string): ClusterNode | undefined => {
  const [id = '', endpoint = '', flagText = '', masterId = '', , , epoch, , ...slots] = line.split(' ');
  const flags = flagText.split(',');
  const isSelf = flags.includes('myself');
  if (flags.includes('noaddr') || flags.includes('handshake')) return undefined;
  return {
    id,
    // `ip:port@busPort,hostname`: a node may not know its own address.
    address: isSelf ? asked : endpoint.split('@')[0]!,
    isSelf,
    isMaster: flags.includes('master'),
    masterId,
    epoch: Number(epoch),
    slots: slots
      .filter(text => !text.startsWith('['))
      .map(text => text.split('-').map(Number))
      .map(([from = 0, to = from]) => ({ from, to })),
    migrating: slots.flatMap(text => {
      const [, slot, toId] = migration.exec(text) ?? [];
      return slot === undefined || toId === undefined ? [] : [{ slot: Number(slot), toId }];
    }),
  };
};

/** Parses the answer of the node at `asked` to CLUSTER NODES. */
export const parseClusterNodes = (text: string, asked: string): ClusterNode[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => parseLine(line, asked))
    .filter(node => node !== undefined);

/** The nodes by id: each as it describes itself, and one that did not answer as the node with the latest news does. */
export const combineViews = (views: readonly (readonly ClusterNode[])[]): ReadonlyMap<string, ClusterNode> => {
  const nodes = new Map<string, ClusterNode>();
  for (const node of views.flat()) {
    const known = nodes.get(node.id);
    if (known === undefined || node.isSelf || (!known.isSelf && node.epoch > known.epoch)) nodes.set(node.id, node);
  }
  return nodes;
};

export const slotCount = ({ slots }: { readonly slots: readonly SlotRange[] }): number =>
  sumOf(slots.map(({ from, to }) => to - from + 1));

export const slotsOfCluster = 16_384;

/** The id of the owner of each slot; empty for a slot without one. */
const slotOwners = (nodes: ReadonlyMap<string, ClusterNode>): string[] => {
  const owners = Array.from({ length: slotsOfCluster }, () => '');
  for (const { id, slots } of [...nodes.values()].sort((a, b) => a.epoch - b.epoch))
    for (const { from, to } of slots) owners.fill(id, from, to + 1);
  return owners;
};

/** Slots that another node serves now. */
export interface OwnerChange {
  readonly from: ClusterNode;
  readonly to: ClusterNode;
  readonly slots: number;
  /** True if a replica took the place of its master. */
  readonly isTakeover: boolean;
}

/** Lists which nodes got slots of which other ones between two checks. */
export const ownerChanges = (
  before: ReadonlyMap<string, ClusterNode>,
  after: ReadonlyMap<string, ClusterNode>,
): OwnerChange[] => {
  const [owners, newOwners] = [slotOwners(before), slotOwners(after)];
  const counts = new Map<string, number>();
  newOwners.forEach((id, slot) => {
    const owner = owners[slot];
    if (owner === undefined || owner === '' || id === '' || owner === id) return;
    counts.set(`${owner} ${id}`, (counts.get(`${owner} ${id}`) ?? 0) + 1);
  });
  return [...counts].flatMap(([pair, slots]) => {
    const [fromId = '', toId = ''] = pair.split(' ');
    const [from, to] = [after.get(fromId) ?? before.get(fromId), after.get(toId)];
    if (from === undefined || to === undefined) return [];
    return [{ from, to, slots, isTakeover: before.get(toId)?.masterId === fromId || from.masterId === toId }];
  });
};

export const slotOf = (key: string): number => new Command('exists', [key]).getSlot();

interface SlotNode {
  readonly name: string;
  readonly node: Redis;
}

/** `host:port` of the master that serves a key in a cluster, as far as the client knows. */
export const findSlotName = (client: Redis | Cluster, key: string): string | undefined =>
  client instanceof Cluster ? client.slots[slotOf(key)]?.[0] : undefined;

/** The master that serves a key, as far as the client knows; undefined while it knows none. */
export const findSlotNode = (client: Redis | Cluster, key: string): SlotNode | undefined => {
  if (!(client instanceof Cluster)) return { name: '', node: client };
  const name = findSlotName(client, key);
  const node = client.nodes('master').find(each => addressOf(each) === name);
  return name === undefined || node === undefined ? undefined : { name, node };
};

const knownSlotsMax = 10_000;

/** Returns undefined for a client of a single server. */
export const createMasterOf = (client: Redis | Cluster): MasterOf | undefined => {
  if (!(client instanceof Cluster)) return undefined;
  const slots = new LRUCache<string, number>(entryLimit(knownSlotsMax));
  return owner => {
    let slot = slots.get(owner);
    if (slot === undefined) {
      slot = slotOf(`{${owner}}`);
      slots.set(owner, slot);
    }
    return client.slots[slot]?.[0] ?? '';
  };
};
