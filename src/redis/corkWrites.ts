import { Cluster, type Redis } from 'ioredis';
import { corkSocketWrites } from './ioredisInternals.js';

const corkNode = (node: Redis): void => {
  node.on('connect', () => corkSocketWrites(node));
};

/**
 * Sends the commands of one turn of the event loop to each server in one write to its socket; a long command is sent at
 * once, with those before it.
 *
 * The client's automatic pipelines would do that too, but each pipeline refers to the one before it, so that the
 * garbage collector, once it promoted the first, keeps all later ones with their answers (docs/decisions/garbage.md).
 * In a cluster they also combine commands of several slots, by the hash of the first argument, and fail as a whole
 * while slots are being migrated. Here each command stays on its own, and can be sent to another node, or again,
 * without the others.
 */
export const corkWrites = (client: Redis | Cluster): void => {
  if (client instanceof Cluster) client.on('+node', corkNode);
  else corkNode(client);
};
