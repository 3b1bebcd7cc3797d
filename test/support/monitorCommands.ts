/**
 * Reads the commands that a Redis runs, each as its name and arguments. It uses a socket of its own, because
 * ioredis fails where the first monitored command arrives together with the answer to MONITOR.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Redis } from 'ioredis';

/** Calls `listen` for each command from now on; returns a function that ends it. */
export const monitorCommands = async (redis: Redis, listen: (words: string[]) => void): Promise<() => void> => {
  const socket = connect(redis.options.port!, redis.options.host);
  const lines = createInterface({ input: socket });
  lines.on('line', line => {
    const command = /^\+[\d.]+ \[\d+ [^\]]+\] (".*)$/.exec(line)?.[1];
    if (command !== undefined) listen(Array.from(command.matchAll(/"((?:[^"\\]|\\.)*)"/g), match => match[1]!));
  });
  const answered = once(lines, 'line');
  socket.write('MONITOR\r\n');
  const [answer] = (await answered) as [string];
  if (answer !== '+OK') throw new Error(`MONITOR was answered with ${answer}.`);
  return () => socket.destroy();
};
