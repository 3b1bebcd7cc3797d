/** Starts a plain Redis with extra arguments for one test file, and reads the commands that a Redis runs. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Redis } from 'ioredis';
import { t } from './tap.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { connect, type RedisClient } from '../../src/base/redis/connect.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';
import { waitUntil } from './waitUntil.js';

/** Starts Redis on a free loopback port. */
export const startOwnServer = async (args: readonly string[]): Promise<RedisClient> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-server-'));
  const port = await findFreePort();
  const child = spawnBound(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...args],
    { stdio: 'ignore' },
  );
  const client = connect(`redis://127.0.0.1:${port}`);
  t.teardown(() => {
    client.disconnect();
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await waitUntil(() =>
    client.ping().then(
      answer => answer === 'PONG',
      () => false,
    ),
  );
  return client;
};

/**
 * Calls `listen` with the name and the arguments of each command from now on; returns a function that stops this. It
 * uses its own socket: ioredis fails if the first monitored command arrives together with the response to MONITOR.
 */
export const monitorCommands = async (redis: Redis, listen: (words: string[]) => void): Promise<() => void> => {
  const socket = connectSocket(redis.options.port!, redis.options.host);
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
