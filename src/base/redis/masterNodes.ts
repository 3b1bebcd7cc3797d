import { Cluster, type Redis } from 'ioredis';

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
