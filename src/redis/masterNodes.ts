import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './connect.js';

/** Lists the servers that hold keys: the masters of a cluster, or the only server. */
export const masterNodes = (client: RedisClient): readonly Redis[] =>
  client instanceof Cluster ? client.nodes('master') : [client];

/**
 * Resolves when the masters of some projects and API clients have answered; `owners` are their keys and ids. Takes the
 * way of other commands: a ping would be answered by any master, and refused at once by one that is gone.
 */
export const pingMasters = async (client: RedisClient, owners: readonly string[]): Promise<void> => {
  if (!(client instanceof Cluster)) {
    await client.ping();
    return;
  }
  await Promise.all(owners.filter(owner => owner !== '').map(owner => client.exists(`{${owner}}:guard`)));
};
