import type { Cluster, Redis } from 'ioredis';

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

/**
 * What one turn of the event loop sends to a node goes to the socket in one piece. The client's own way to do that puts
 * commands of several slots into one pipeline, by what their first argument hashes to, and refuses all where slots have moved;
 * so each command stays on its own, to be sent to another node or again without the others.
 */
export const gather = (cluster: Cluster): void => {
  cluster.on('+node', (node: Redis) => node.on('connect', () => gatherTurns(node.stream)));
};
