import { Cluster, type Redis } from 'ioredis';

/** Lists the servers that hold keys: the masters of a cluster, or the only server. */
export const masterNodes = (client: Redis | Cluster): readonly Redis[] =>
  client instanceof Cluster ? client.nodes('master') : [client];

/**
 * Resolves when every master has answered or failed: the keys of a slow master are slow, however fast the others are.
 */
export const pingMasters = async (client: Redis | Cluster): Promise<void> => {
  const masters = masterNodes(client);
  if (masters.length > 1) await Promise.allSettled(masters.map(master => master.ping()));
  // The cluster client itself waits for its first connection.
  else await client.ping();
};

/** The address of a server as a cluster names it; the path of a socket. */
export const addressOf = ({ options: { host, port, path } }: Redis): string => path ?? `${host}:${port}`;

/** The addresses of all servers that a client knows, replicas included. */
export const addressesOf = (client: Redis | Cluster): readonly string[] =>
  (client instanceof Cluster ? client.nodes('all') : [client]).map(addressOf);
