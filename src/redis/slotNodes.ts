import { Cluster, Command, type Redis } from 'ioredis';
import type { RedisClient } from './connect.js';

export const slotOf = (key: string): number => new Command('exists', [key]).getSlot();

/** The name of a node in the client's list of slots. */
export const nodeName = ({ options: { host, port } }: Redis): string => `${host}:${port}`;

export interface SlotNode {
  readonly name: string;
  readonly node: Redis;
}

/** The master that serves a key, as far as the client knows; undefined while it knows none. */
export const findSlotNode = (client: RedisClient, key: string): SlotNode | undefined => {
  if (!(client instanceof Cluster)) return { name: '', node: client };
  const name = client.slots[slotOf(key)]?.[0];
  const node = client.nodes('master').find(each => nodeName(each) === name);
  return name === undefined || node === undefined ? undefined : { name, node };
};
