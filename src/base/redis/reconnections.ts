import { Cluster, type Redis } from 'ioredis';
import { SharedCounts } from '../memory/SharedCounts.js';
import { addressOf } from './masterNodes.js';

/** Connections to Redis that all threads of the process have opened again after they broke. */
export const reconnectionCounts = new SharedCounts(['reconnections']);

/** Counts each connection of a client that is ready after an earlier one to the same server. */
export const countReconnections = (client: Redis | Cluster): void => {
  const servers = new Set<string>();
  const observe = (node: Redis): void => {
    node.on('ready', () => {
      if (servers.has(addressOf(node))) reconnectionCounts.add('reconnections');
      servers.add(addressOf(node));
    });
  };
  // The client of a cluster makes a new connection object for each connection.
  if (client instanceof Cluster) client.on('+node', observe);
  else observe(client);
};
