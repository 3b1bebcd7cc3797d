/** A server process that fails before it serves: some failures are retried, others end the server. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { t as root, test } from '../../support/tap.js';
import { readInstanceFile } from '../../../src/base/redis/embedded/dataDir.js';
import { keys } from '../../../src/store/keys.js';
import { currentFormat } from '../../../src/store/storedFormat.js';
import { launch, type RunningCommand } from '../../support/command.js';
import { urlOf } from '../../support/replicas.js';
import { startOwnServer } from '../../support/startOwnServer.js';
import { waitUntil } from '../../support/waitUntil.js';
import { skipInShort } from '../../support/rounds.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-failed-start-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

const start = (settings: Readonly<Record<string, string>>): RunningCommand => {
  const running = launch(['start'], {
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
    PORT: '0',
    LOG_LEVEL: 'error',
    SERVER_PROCESSES: '2',
    WORKERS: '1',
    ...settings,
  });
  root.teardown(() => running.signal('SIGKILL'));
  return running;
};

/** Returns the server processes of a server in the order of their start, without the embedded Redis. */
const serverPids = ({ pid }: RunningCommand): number[] => {
  try {
    return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(line => line.includes('program/serverProcess.js'))
      .map(line => parseInt(line, 10));
  } catch {
    return [];
  }
};

interface LogLine {
  readonly msg: string;
  readonly serverProcess?: number;
  readonly retryMs?: number;
}

const logLines = (stderr: string): LogLine[] =>
  stderr
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as LogLine);

const failedLine = 'a server process did not start and is replaced';

// This server waits seconds for Redis, so the other tests run meanwhile.
const startMs = performance.now();
const withoutRedis = start({ REDIS_URL: 'redis://127.0.0.1:1' });
const withoutRedisMs = withoutRedis.ended.then(() => performance.now() - startMs);

test('replaces a process whose start fails because Redis stalls, while another one serves', {
  skip: skipInShort,
}, async t => {
  const dataDir = join(folder, 'data');
  const running = start({ DATA_DIR: dataDir, REDIS_TIMEOUT_MS: '500' });
  // The second process is started when the first one serves.
  await waitUntil(() => serverPids(running).length === 2, undefined, 50);
  const [serving] = serverPids(running);
  const { pid } = readInstanceFile(dataDir)!;
  process.kill(pid, 'SIGSTOP');
  const stderr = await running.logged(new RegExp(`${failedLine}[^]*${failedLine}`));
  t.same(
    logLines(stderr)
      .filter(({ msg }) => msg === failedLine)
      .slice(0, 2)
      .map(({ serverProcess, retryMs }) => [serverProcess, retryMs]),
    [
      [1, 250],
      [1, 500],
    ],
  );
  process.kill(pid, 'SIGCONT');
  const banner = await running.printed(/listens on/);
  t.equal((await fetch(`${/http:\/\/\S+/.exec(banner)![0]}/readyz`)).status, 200);
  t.ok(serverPids(running).includes(serving!), 'the process that served serves on');
  t.equal(readInstanceFile(dataDir)!.pid, pid);
  running.signal('SIGTERM');
  t.equal((await running.ended).code, 0);
});

/** Starts a server whose first process fails, since its Redis, the process `pid`, is stopped. */
const failToStart = async () => {
  const redis = (await startOwnServer([])) as Redis;
  const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))![1]);
  process.kill(pid, 'SIGSTOP');
  const running = start({ REDIS_URL: urlOf(redis), REDIS_TIMEOUT_MS: '500' });
  await running.logged(new RegExp(failedLine));
  return { pid, running };
};

test('starts the first process again until Redis answers', async t => {
  const { pid, running } = await failToStart();
  process.kill(pid, 'SIGCONT');
  await running.printed(/listens on/);
  running.signal('SIGTERM');
  t.equal((await running.ended).code, 0);
});

test('stops at a signal while a process is to be started again', { skip: skipInShort }, async t => {
  const { pid, running } = await failToStart();
  running.signal('SIGTERM');
  const { code, stdout } = await running.ended;
  t.same({ code, stdout }, { code: 0, stdout: '' });
  process.kill(pid, 'SIGCONT');
});

const hostOf = (redis: Redis): string => urlOf(redis).slice('redis://'.length);

const listenOn = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  root.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
};

test('ends with one line at what no other attempt can change', async t => {
  const newer = (await startOwnServer([])) as Redis;
  await newer.set(keys.format, '99');
  const usable = (await startOwnServer([])) as Redis;
  const taken = await listenOn(0);
  const rows: readonly (readonly [RunningCommand, string])[] = [
    [
      start({ REDIS_URL: urlOf(newer) }),
      `The data in Redis has format 99, and this version of Quayside reads formats up to ${currentFormat}: ` +
        'start the version that wrote the data, or a newer one.\n',
    ],
    [
      start({ REDIS_URL: urlOf(usable), METRICS_PORT: String(taken) }),
      `METRICS_PORT is '${taken}', which another program listens on; allowed is a free port, or 0 for none.\n`,
    ],
    [
      start({ REDIS_URL: urlOf(usable).replace('redis:', 'redis-cluster:') }),
      `REDIS_URL is 'redis-cluster://${hostOf(usable)}', which is no node of a cluster (${hostOf(usable)}: ` +
        `cluster_enabled:0); use redis://${hostOf(usable)}.\n`,
    ],
    [
      withoutRedis,
      "REDIS_URL is 'redis://127.0.0.1:1', where no Redis answers (connect ECONNREFUSED 127.0.0.1:1); " +
        'allowed is the address of a running Redis.\n',
    ],
  ];
  for (const [running, expected] of rows) {
    const { code, stdout, stderr } = await running.ended;
    t.same({ code, stdout, stderr }, { code: 1, stdout: '', stderr: expected });
  }
  // An idle machine needs five seconds.
  t.ok((await withoutRedisMs) < 60_000);
});
