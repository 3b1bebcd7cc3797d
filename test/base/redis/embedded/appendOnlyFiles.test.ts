/** The embedded Redis after its append-only files were damaged or removed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { HoleRemover } from '../../../../src/base/redis/embedded/appendOnlyFiles.js';
import { readInstanceFile } from '../../../../src/base/redis/embedded/dataDir.js';
import { startEmbeddedRedis } from '../../../../src/base/redis/embedded/startEmbeddedRedis.js';
import { startSupervisedRedis } from '../../../../src/base/redis/embedded/startSupervisedRedis.js';
import { withTemporaryConnection } from '../../../../src/base/redis/withTemporaryConnection.js';
import { t as root, test } from '../../../support/tap.js';
import { waitUntil } from '../../../support/waitUntil.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-files-'));
root.teardown(() => rm(folder, { recursive: true }));

const zeros = Buffer.alloc(5_000);
const command = (...words: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from(`*${words.length}\r\n`),
    ...words.flatMap(word => [Buffer.from(`$${Buffer.byteLength(word)}\r\n`), Buffer.from(word), Buffer.from('\r\n')]),
  ]);

test('removes zero bytes between commands, and none within them, wherever chunks end', async t => {
  const commands = [
    command('SELECT', '0'),
    Buffer.from('#TS:1795870000\r\n'),
    command('SET', 'zeros', Buffer.alloc(40)),
    command('SET', 'empty', ''),
    command('SET', 'text', '*2\r\n$3\r\n\0\0\0\r\n'),
  ];
  const whole = Buffer.concat(commands);
  const damaged = Buffer.concat(commands.flatMap(each => [Buffer.alloc(7), each, Buffer.alloc(3)]));
  for (const size of [1, 2, 3, 5, 8, 13, damaged.length]) {
    const remover = new HoleRemover();
    const parts: Buffer[] = [];
    for (let at = 0; at < damaged.length; at += size)
      parts.push(...remover.process(damaged.subarray(at, Math.min(damaged.length, at + size))));
    t.ok(Buffer.concat(parts).equals(whole), `chunks of ${size}`);
    t.equal(remover.removed, 50);
  }
});

test('loads a file with the hole that a full disk leaves, without losing later writes', async t => {
  const dataDir = join(folder, 'hole');
  const first = await startEmbeddedRedis(dataDir, '');
  await withTemporaryConnection(first.url, 60_000, redis => redis.set('before', '1'));
  await first.stop();
  const files = join(dataDir, 'appendonlydir');
  const name = readdirSync(files).find(each => each.endsWith('.incr.aof'))!;
  const written = readFileSync(join(files, name));
  writeFileSync(join(files, name), Buffer.concat([written, zeros, command('SET', 'behind', '2')]));
  const mended: string[] = [];
  const second = await startEmbeddedRedis(dataDir, '', { onHoles: names => mended.push(...names) });
  t.same(await withTemporaryConnection(second.url, 60_000, redis => redis.mget('before', 'behind')), ['1', '2']);
  t.same(mended, [name]);
  await second.stop();
});

test('does not start with an empty store where one was', async t => {
  const dataDir = join(folder, 'away');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'encryption.key'), 'a key');
  await t.rejects(startEmbeddedRedis(dataDir, ''), {
    message:
      `DATA_DIR is '${dataDir}', whose append-only files are away; put the folder appendonlydir back, ` +
      'or delete encryption.key to begin with an empty store.',
  });
  rmSync(join(dataDir, 'encryption.key'));
  await (await startEmbeddedRedis(dataDir, '')).stop();
});

test('writes the files again if they disappear while Redis runs', async t => {
  const dataDir = join(folder, 'vanished');
  const messages: string[] = [];
  const log = pino({}, { write: line => messages.push((JSON.parse(line) as { msg: string }).msg) });
  const config = { redisUrl: '', dataDir, redisearchModule: '', durability: 'everysec' } as const;
  const redis = (await startSupervisedRedis(config, log))!;
  await withTemporaryConnection(redis.url, 60_000, client => client.set('a', '1'));
  rmSync(join(dataDir, 'appendonlydir'), { recursive: true });
  await waitUntil(() => messages.includes('the append-only files of the embedded Redis have been written anew'));
  t.ok(existsSync(join(dataDir, 'appendonlydir')));
  process.kill(readInstanceFile(dataDir)!.pid, 'SIGKILL');
  await waitUntil(() => messages.includes('embedded Redis ended, restarting it'));
  await waitUntil(() =>
    withTemporaryConnection(redis.url, 60_000, async client => (await client.get('a')) === '1').catch(() => false),
  );
  await redis.stop();
  t.same(
    messages.filter(message => message !== 'the embedded Redis loads its file'),
    [
      'the append-only files of the embedded Redis have vanished, and are written anew',
      'the append-only files of the embedded Redis have been written anew',
      'embedded Redis ended, restarting it',
    ],
  );
});
