import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t, test } from 'tap';
import { isAlive } from '../../src/store/isAlive.js';
import { RedisError, startEmbeddedRedis } from '../../src/store/embeddedRedis.js';
import { noteFile, readNote } from '../../src/store/redisNote.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-owners-'));
t.teardown(() => rm(folder, { recursive: true }));

/** The id of a process that has ended. */
const endedPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid!;
};

test('the Redis of a server that died is taken over; that of a living one is refused', async t => {
  const dataDir = join(folder, 'adopted');
  const redis = await startEmbeddedRedis(dataDir, '');
  const { pid, url } = readNote(dataDir)!;

  await writeFile(noteFile(dataDir), JSON.stringify({ url, pid, ownerPid: process.ppid }));
  await t.rejects(startEmbeddedRedis(dataDir, ''), new RedisError(
    `DATA_DIR is '${dataDir}', which the running server with process id ${process.ppid} uses; stop that one, or set another DATA_DIR.`));

  await writeFile(noteFile(dataDir), JSON.stringify({ url, pid, ownerPid: await endedPid() }));
  const adopted = await startEmbeddedRedis(dataDir, '');
  t.equal(adopted.url, redis.url);
  t.strictSame(readNote(dataDir), { url, pid, ownerPid: process.pid });
  await adopted.stop();
  t.notOk(isAlive(pid));
});

test('two starts at the same time share one Redis, not one file between two', async t => {
  const dataDir = join(folder, 'together');
  const [one, other] = await Promise.all([startEmbeddedRedis(dataDir, ''), startEmbeddedRedis(dataDir, '')]);
  t.equal(one.url, other.url);
  const log = await readFile(join(dataDir, 'redis.log'), 'utf8');
  t.equal(log.match(/Redis is starting/g)?.length, 1);
  await one.stop();
  await other.stop();
});

test('a start waits for the one that is under way, and takes no notice of one that died', async t => {
  const dataDir = join(folder, 'waiting');
  const lock = join(dataDir, 'starting');
  await mkdir(dataDir);
  for (const left of [await endedPid(), process.pid]) {
    await writeFile(lock, String(left));
    const redis = await startEmbeddedRedis(dataDir, '');
    t.notOk(existsSync(lock));
    await redis.stop();
  }
  await writeFile(lock, String(process.ppid));
  let isUp = false;
  const starting = startEmbeddedRedis(dataDir, '').finally(() => { isUp = true; });
  // Long enough for a Redis that would not wait.
  await new Promise(resolve => setTimeout(resolve, 500));
  t.notOk(isUp);
  t.equal(readNote(dataDir), undefined);
  await rm(lock);
  await (await starting).stop();
});
