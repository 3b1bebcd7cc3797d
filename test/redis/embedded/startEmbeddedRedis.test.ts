import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { t as root, test } from '../../support/tap.js';
import { isProcessAlive } from '../../../src/redis/embedded/isProcessAlive.js';
import type { EmbeddedRedis } from '../../../src/redis/embedded/EmbeddedRedis.js';
import { EmbeddedRedisError } from '../../../src/redis/embedded/EmbeddedRedisError.js';
import { startEmbeddedRedis } from '../../../src/redis/embedded/startEmbeddedRedis.js';
import { superviseRedis } from '../../../src/redis/embedded/superviseRedis.js';
import { instanceFilePath, readInstanceFile } from '../../../src/redis/embedded/instanceFile.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-redis-'));
root.teardown(() => rm(folder, { recursive: true }));

const clientOf = (url: string): Redis => (url.startsWith('unix://') ? new Redis(url.slice(7)) : new Redis(url));

const ask = async <T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = clientOf(url);
  // The client connects again while the server starts.
  redis.on('error', () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
};

test('keeps data over a stop and a start', async t => {
  const dataDir = join(folder, 'kept', 'deep');
  const first = await startEmbeddedRedis(dataDir, '');
  t.equal(first.url, `unix://${dataDir}/redis.sock`);
  const instance = readInstanceFile(dataDir)!;
  const { pid, watcherPid } = instance;
  t.strictSame(instance, { url: first.url, pid, ownerPid: process.pid, watcherPid });
  await ask(first.url, redis => redis.set('a', '1'));
  await first.stop();
  t.notOk(isProcessAlive(instance.pid));
  t.notOk(existsSync(instanceFilePath(dataDir)));
  const second = await startEmbeddedRedis(dataDir, '');
  t.equal(await ask(second.url, redis => redis.get('a')), '1');
  await second.stop();
});

test('protects the data from other users, and never evicts data', async t => {
  const dataDir = join(folder, 'private');
  const redis = await startEmbeddedRedis(dataDir, '');
  t.equal(statSync(dataDir).mode & 0o777, 0o700);
  for (const name of ['redis.json', 'redis.log', 'redis.sock'])
    t.equal(statSync(join(dataDir, name)).mode & 0o077, 0, name);
  const settings = await ask(
    redis.url,
    client =>
      client.config('GET', 'maxmemory-policy', 'appendonly', 'appendfsync', 'save', 'port') as Promise<string[]>,
  );
  matchWhole(t, Object.fromEntries(settings.flatMap((name, at) => (at % 2 === 0 ? [[name, settings[at + 1]]] : []))), {
    'maxmemory-policy': 'noeviction',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    port: '0',
  });
  await redis.stop();
});

test('listens on a loopback port where the path of the socket would be too long', async t => {
  const redis = await startEmbeddedRedis(join(folder, 'x'.repeat(100)), '');
  t.match(redis.url, /^redis:\/\/127\.0\.0\.1:\d+$/);
  t.equal(await ask(redis.url, client => client.ping()), 'PONG');
  await redis.stop();
});

test('reports a configured module that does not load with the log of Redis, and leaves no process', async t => {
  const dataDir = join(folder, 'module');
  const error = await startEmbeddedRedis(dataDir, '/nowhere/search.so').catch((reason: unknown) => reason);
  t.ok(error instanceof EmbeddedRedisError);
  t.match(
    (error as EmbeddedRedisError).message,
    /^The embedded Redis did not start\. The end of \S+redis\.log:\n[^]*\/nowhere\/search\.so/,
  );
  t.notOk(existsSync(instanceFilePath(dataDir)));
  t.notOk(existsSync(join(dataDir, 'starting')));
});

test('waits for a suspended Redis of an earlier server instead of starting a second one', async t => {
  const dataDir = join(folder, 'silent');
  const first = await startEmbeddedRedis(dataDir, '');
  const { pid } = readInstanceFile(dataDir)!;
  process.kill(pid, 'SIGSTOP');
  let isStarted = false;
  const starting = startEmbeddedRedis(dataDir, '').finally(() => {
    isStarted = true;
  });
  // A fixed time, since the test proves that nothing happens: one command to a silent Redis is given up after 1 s.
  await setTimeout(1_500);
  t.notOk(isStarted);
  process.kill(pid, 'SIGCONT');
  const second = await starting;
  t.equal(second.url, first.url);
  t.equal(readInstanceFile(dataDir)!.pid, pid);
  await second.stop();
});

test('applies the fsync policy to a started and to an adopted Redis', async t => {
  const dataDir = join(folder, 'synced');
  const fsyncOf = async ({ url }: EmbeddedRedis): Promise<string> =>
    (await ask(url, client => client.config('GET', 'appendfsync') as Promise<string[]>))[1]!;
  t.equal(await fsyncOf(await startEmbeddedRedis(dataDir, '', { fsync: 'always' })), 'always');
  const second = await startEmbeddedRedis(dataDir, '', { fsync: 'everysec' });
  t.equal(await fsyncOf(second), 'everysec');
  await second.stop();
});

test('restarts a supervised Redis at its address after a kill, and not after a stop', async t => {
  const dataDir = join(folder, 'kept-up');
  const first = await startEmbeddedRedis(dataDir, '');
  const { pid } = readInstanceFile(dataDir)!;
  const ends: number[] = [];
  const kept = superviseRedis(first, {
    restart: url => startEmbeddedRedis(dataDir, '', { url }),
    onEnd: () => ends.push(Date.now()),
    onFailure: error => t.error(error),
  });
  await ask(first.url, redis => redis.set('a', '1'));
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => readInstanceFile(dataDir)!.pid !== pid);
  t.equal(await ask(first.url, redis => redis.get('a')), '1');
  const next = readInstanceFile(dataDir)!.pid;
  await kept.stop();
  t.notOk(isProcessAlive(next));
  t.equal(ends.length, 1);
});

test('refuses a DATA_DIR that cannot be a folder, and names it', async t => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    const error = await startEmbeddedRedis(dataDir, '').catch((reason: unknown) => reason);
    t.ok(error instanceof EmbeddedRedisError, dataDir);
    t.match(
      (error as EmbeddedRedisError).message,
      /^DATA_DIR is '[^']+', which cannot be used \(E[^)]+\); it must be a writable folder\.$/,
    );
  }
});

test('starts despite an instance file that is invalid or names a process that ended', async t => {
  for (const [name, content] of [
    ['torn', '{"url":'],
    ['gone', JSON.stringify({ url: `unix://${folder}/gone/redis.sock`, pid: 1, ownerPid: process.ppid })],
  ] as const) {
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    await writeFile(instanceFilePath(dataDir), content);
    const redis = await startEmbeddedRedis(dataDir, '');
    matchWhole(t, JSON.parse(readFileSync(instanceFilePath(dataDir), 'utf8')), {
      url: redis.url,
      ownerPid: process.pid,
    });
    await redis.stop();
  }
});
