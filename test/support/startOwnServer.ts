/** Starts a plain Redis with extra arguments on a free loopback port, for one test file. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from './tap.js';
import { connect, type RedisClient } from '../../src/redis/connect.js';
import { findFreePort } from '../../src/redis/embedded/findFreePort.js';
import { waitUntil } from './waitUntil.js';

export const startOwnServer = async (args: readonly string[]): Promise<RedisClient> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-server-'));
  const port = await findFreePort();
  const child = spawn(
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
