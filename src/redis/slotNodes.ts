import { Cluster, Command, type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { entryLimit } from '../memory/entryLimit.js';
import type { MasterOf } from '../shedding/MasterGates.js';
import type { RedisClient } from './connect.js';
import { addressOf } from './masterNodes.js';

export const slotOf = (key: string): number => new Command('exists', [key]).getSlot();

export interface SlotNode {
  readonly name: string;
  readonly node: Redis;
}

/** `host:port` of the master that serves a key in a cluster, as far as the client knows. */
export const findSlotName = (client: RedisClient, key: string): string | undefined =>
  client instanceof Cluster ? client.slots[slotOf(key)]?.[0] : undefined;

/** The master that serves a key, as far as the client knows; undefined while it knows none. */
export const findSlotNode = (client: RedisClient, key: string): SlotNode | undefined => {
  if (!(client instanceof Cluster)) return { name: '', node: client };
  const name = findSlotName(client, key);
  const node = client.nodes('master').find(each => addressOf(each) === name);
  return name === undefined || node === undefined ? undefined : { name, node };
};

const knownSlotsMax = 10_000;

/** Undefined for a client of a single server. */
export const createMasterOf = (client: RedisClient): MasterOf | undefined => {
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
