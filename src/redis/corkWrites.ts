import { Cluster, type Redis } from 'ioredis';

const gatherTurns = (stream: Redis['stream']): void => {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  let isHeld = false;
  const release = (): void => {
    isHeld = false;
    stream.uncork();
  };
  stream.write = ((...given: unknown[]) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      setImmediate(release);
    }
    return write(...given);
  }) as typeof stream.write;
};

const gatherNode = (node: Redis): void => {
  node.on('connect', () => gatherTurns(node.stream));
};

/**
 * What one turn of the event loop sends to a server goes to the socket in one piece. The client has automatic pipelines for
 * that. Each of them hangs on the one before, so that the collector, once it kept a first one, keeps all that follow with all
 * that they brought (docs/measurements/requests.md). And in a cluster they hold commands of several slots, by what their first
 * argument hashes to, and refuse all where slots have moved; each command stays on its own here, to be sent to another node
 * or again without the others.
 */
export const corkWrites = (client: Redis | Cluster): void => {
  if (client instanceof Cluster) client.on('+node', gatherNode);
  else gatherNode(client);
};
