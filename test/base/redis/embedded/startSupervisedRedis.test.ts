import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pino } from 'pino';
import { t as root, test } from '../../../support/tap.js';
import { readInstanceFile } from '../../../../src/base/redis/embedded/dataDir.js';
import { isProcessAlive } from '../../../../src/base/redis/embedded/redisProcess.js';
import { startSupervisedRedis } from '../../../../src/base/redis/embedded/startSupervisedRedis.js';
import { withTemporaryConnection } from '../../../../src/base/redis/withTemporaryConnection.js';
import { waitUntil } from '../../../support/waitUntil.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-supervised-'));
root.teardown(() => rm(folder, { recursive: true }));

/** Starts a supervised Redis, kills it once, and returns the messages of its log. */
const startAndKill = async (name: string) => {
  const dataDir = join(folder, name);
  const messages: string[] = [];
  const log = pino({}, { write: line => messages.push((JSON.parse(line) as { msg: string }).msg) });
  const config = { redisUrl: '', dataDir, redisearchModule: '', durability: 'everysec' } as const;
  const redis = (await startSupervisedRedis(config, log))!;
  await withTemporaryConnection(redis.url, 60_000, client => client.set('a', '1'));
  const { pid } = readInstanceFile(dataDir)!;
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => readInstanceFile(dataDir)!.pid !== pid);
  return { redis, next: readInstanceFile(dataDir)!.pid, messages };
};

test('restarts Redis at its address after a kill, and not after a stop', async t => {
  const { redis, next, messages } = await startAndKill('killed');
  await waitUntil(() =>
    withTemporaryConnection(redis.url, 60_000, async client => (await client.get('a')) === '1').catch(() => false),
  );
  await redis.stop();
  t.notOk(isProcessAlive(next));
  // On a busy machine the log also says that Redis loads its file.
  const restarts = messages.filter(message => message !== 'the embedded Redis loads its file');
  t.strictSame(restarts, ['embedded Redis ended, restarting it']);
});

test('a stop during a restart ends that Redis', async t => {
  const { PATH } = process.env;
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'redis-server'), '#!/bin/sh\nexec sleep 60\n');
  t.teardown(() => {
    process.env.PATH = PATH;
  });
  const dataDir = join(folder, 'restarting');
  const { redis, next, messages } = await (async () => {
    const started = startAndKill('restarting');
    await waitUntil(() => readInstanceFile(dataDir) !== undefined);
    chmodSync(join(bin, 'redis-server'), 0o700);
    process.env.PATH = `${bin}${delimiter}${PATH!}`;
    return started;
  })();
  t.ok(isProcessAlive(next));
  await redis.stop();
  t.notOk(isProcessAlive(next));
  t.equal(readInstanceFile(dataDir), undefined);
  // On a busy machine the log also says that Redis loads its file.
  const restarts = messages.filter(message => message !== 'the embedded Redis loads its file');
  t.strictSame(restarts, ['embedded Redis ended, restarting it']);
});
