import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './connect.js';

/** The servers that keys lie on: the masters of a cluster, or the one that there is. */
export const masterNodes = (client: RedisClient): readonly Redis[] =>
  client instanceof Cluster ? client.nodes('master') : [client];

/** Ends as the slowest of them has answered, or failed: what keys lie on one that is late waits, whoever else is quick. */
export const pingMasters = async (client: RedisClient): Promise<void> => {
  const masters = masterNodes(client);
  if (masters.length > 1) await Promise.allSettled(masters.map(master => master.ping()));
  // One that has no connection yet waits for it.
  else await client.ping();
};
