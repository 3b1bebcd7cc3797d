import { Cluster, Command, type Redis } from 'ioredis';
import type { RedisClient } from './connect.js';

/** `host:port`, as the cluster tells it. */
export const nodeName = ({ options: { host, port } }: Redis): string => `${host}:${port}`;

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
  const node = client.nodes('master').find(each => nodeName(each) === name);
  return name === undefined || node === undefined ? undefined : { name, node };
};
