/** The server keeps running if its output is no longer read. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { t as root, test } from '../support/tap.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { readInstanceFile } from '../../src/base/redis/embedded/dataDir.js';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { launch } from '../support/command.js';
import { freeMetricsPort, scrape, valueIn } from '../support/metrics.js';
import { environmentOf } from './serverCommands.js';
import { waitUntil } from '../support/waitUntil.js';

const binary = fileURLToPath(new URL('../../../bin/quayside.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quayside-output-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

test('a server whose output is not read serves on, counts the lost log lines, and stops with 0', async t => {
  const dataDir = join(folder, 'closed');
  const metricsPort = await freeMetricsPort();
  const child = spawnBound(process.execPath, [binary, 'start'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      WORKERS: '1',
      DRAIN_MS: '0',
      ACCESS_LOG: 'true',
      METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let banner = '';
  child.stdout.on('data', (chunk: Buffer) => {
    banner += chunk.toString();
  });
  await waitUntil(() => /listens on http\S+/.test(banner));
  const address = /http:\/\/\S+/.exec(banner)![0];
  child.stdout.destroy();
  child.stderr.destroy();
  t.equal(valueIn(await scrape(metricsPort), 'quayside_log_lines_lost_total'), 0);
  for (let count = 0; count < 3; count++) t.equal((await fetch(`${address}/demo/states`)).status, 401);
  await waitUntil(async () => valueIn(await scrape(metricsPort), 'quayside_log_lines_lost_total')! >= 3);
  t.equal((await fetch(`${address}/healthz`)).status, 200);
  const { pid } = readInstanceFile(dataDir)!;
  child.kill('SIGTERM');
  t.strictSame(await ended, [0, null]);
  t.notOk(isProcessAlive(pid));
});

// stop.test.ts checks that a pipe gets JSON without this setting.
test('LOG_FORMAT=text writes log lines for people', async t => {
  const server = launch(['start'], { ...environmentOf(join(folder, 'format')), LOG_FORMAT: 'text' });
  await server.printed(/listens on/);
  server.signal('SIGTERM');
  const { code, stderr } = await server.ended;
  t.equal(code, 0);
  t.match(stderr, /^\d\d:\d\d:\d\d\.\d{3} INFO {2}SIGTERM: stopping$/m);
});
