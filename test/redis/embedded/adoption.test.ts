import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { t as root, test } from '../../support/tap.js';
import { withTemporaryConnection } from '../../../src/redis/withTemporaryConnection.js';
import { isProcessAlive } from '../../../src/redis/embedded/isProcessAlive.js';
import { EmbeddedRedisError } from '../../../src/redis/embedded/EmbeddedRedisError.js';
import { startEmbeddedRedis } from '../../../src/redis/embedded/startEmbeddedRedis.js';
import { superviseRedis } from '../../../src/redis/embedded/superviseRedis.js';
import { instanceFilePath, readInstanceFile } from '../../../src/redis/embedded/instanceFile.js';
import { waitUntil } from '../../support/waitUntil.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-owners-'));
root.teardown(() => rm(folder, { recursive: true }));

/** The id of a process that has ended. */
const endedPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid!;
};

test('adopts the Redis of a server that crashed, and refuses the Redis of a running one', async t => {
  const dataDir = join(folder, 'adopted');
  const redis = await startEmbeddedRedis(dataDir, '');
  const { pid, url, watcherPid } = readInstanceFile(dataDir)!;

  await writeFile(instanceFilePath(dataDir), JSON.stringify({ url, pid, ownerPid: process.ppid, watcherPid }));
  await t.rejects(
    startEmbeddedRedis(dataDir, ''),
    new EmbeddedRedisError(
      `DATA_DIR is '${dataDir}', which the running server with process id ${process.ppid} uses; stop that one, or set another DATA_DIR.`,
    ),
  );

  await writeFile(instanceFilePath(dataDir), JSON.stringify({ url, pid, ownerPid: await endedPid(), watcherPid }));
  const adopted = await startEmbeddedRedis(dataDir, '');
  t.equal(adopted.url, redis.url);
  t.strictSame(readInstanceFile(dataDir), { url, pid, ownerPid: process.pid, watcherPid });
  await adopted.stop();
  t.notOk(isProcessAlive(pid));
});

test('starts one Redis for two starts at the same time', async t => {
  const dataDir = join(folder, 'together');
  const [one, other] = await Promise.all([startEmbeddedRedis(dataDir, ''), startEmbeddedRedis(dataDir, '')]);
  t.equal(one.url, other.url);
  const log = await readFile(join(dataDir, 'redis.log'), 'utf8');
  t.equal(log.match(/Redis is starting/g)?.length, 1);
  await one.stop();
  await other.stop();
});

test('waits for another start in progress, and ignores the lock of a start that crashed', async t => {
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
  const starting = startEmbeddedRedis(dataDir, '').finally(() => {
    isUp = true;
  });
  // A fixed time, since the test proves that nothing happens: a start that does not wait takes about 100 ms.
  await new Promise(resolve => setTimeout(resolve, 500));
  t.notOk(isUp);
  t.equal(readInstanceFile(dataDir), undefined);
  await rm(lock);
  await (await starting).stop();
});

/** Replaces `redis-server` by a script during `run`; the script can run the real one by `$real`. */
const withServer = async <T>(name: string, script: string, run: () => Promise<T>): Promise<T> => {
  const { PATH } = process.env;
  const bin = join(folder, name);
  const real = PATH!
    .split(delimiter)
    .map(each => join(each, 'redis-server'))
    .find(each => existsSync(each))!;
  mkdirSync(bin);
  writeFileSync(join(bin, 'redis-server'), `#!/bin/sh\nreal=${real}\n${script}\n`);
  chmodSync(join(bin, 'redis-server'), 0o700);
  process.env.PATH = `${bin}${delimiter}${PATH!}`;
  return run().finally(() => {
    process.env.PATH = PATH;
  });
};

const silent = 'exec sleep 60';

test('waits for a Redis that loads its file, and a second start waits for the first', async t => {
  const dataDir = join(folder, 'loading');
  const first = await startEmbeddedRedis(dataDir, '');
  await withTemporaryConnection(first.url, 60_000, redis =>
    Promise.all(Array.from({ length: 6_000 }, (_, at) => redis.set(`k${at}`, at))),
  );
  await first.stop();
  const told: number[] = [];
  const second = await withServer('slow-bin', 'exec "$real" "$@" --key-load-delay 500', () =>
    startEmbeddedRedis(dataDir, '', { silenceTimeoutMs: 2_000, onLoading: percent => told.push(percent) }),
  );
  t.ok(told.length > 0);
  t.ok(told.every(percent => percent >= 0 && percent <= 100));
  t.equal(await withTemporaryConnection(second.url, 60_000, redis => redis.dbsize()), 6_000);
  const log = readFileSync(join(dataDir, 'redis.log'), 'utf8');
  t.ok(
    Number(/DB loaded from append only file: ([\d.]+) seconds(?![^]*DB loaded)/.exec(log)![1]) > 2,
    'loading took longer than silenceTimeoutMs',
  );
  await second.stop();
});

test('ends a Redis that does not answer before another process uses its file', async t => {
  const dataDir = join(folder, 'mute');
  const pids: number[] = [];
  const noted = setInterval(() => {
    pids.push(readInstanceFile(dataDir)?.pid ?? 0);
  }, 5);
  await withServer('mute-bin', silent, () =>
    t.rejects(startEmbeddedRedis(dataDir, '', { silenceTimeoutMs: 50 }), {
      message: /^The embedded Redis did not start/,
    }),
  );
  clearInterval(noted);
  const all = [...new Set(pids)].filter(pid => pid !== 0);
  t.ok(all.length > 0);
  t.notOk(all.some(isProcessAlive));
  t.notOk(existsSync(instanceFilePath(dataDir)));
});

test('keeps the instance file of a Redis that does not end, so that the next start adopts it', async t => {
  const dataDir = join(folder, 'clinging');
  const redis = await startEmbeddedRedis(dataDir, '');
  const { pid } = readInstanceFile(dataDir)!;
  process.kill(pid, 'SIGSTOP');
  await redis.stop(100);
  t.ok(isProcessAlive(pid));
  t.equal(readInstanceFile(dataDir)?.pid, pid);
  // It may fail before the process has ended, since the Redis that it adopts is about to end.
  const starting = startEmbeddedRedis(dataDir, '').catch(() => undefined);
  process.kill(pid, 'SIGCONT');
  await waitUntil(() => !isProcessAlive(pid));
  const next = (await starting) ?? (await startEmbeddedRedis(dataDir, ''));
  await next.stop();
  t.notOk(existsSync(instanceFilePath(dataDir)));
});

test('stops a supervised Redis during its restart', async t => {
  const dataDir = join(folder, 'kept-starting');
  const first = await startEmbeddedRedis(dataDir, '');
  const { pid } = readInstanceFile(dataDir)!;
  const failures: unknown[] = [];
  const kept = superviseRedis(first, {
    restart: (url, signal) =>
      startEmbeddedRedis(dataDir, '', { url, signal }).catch((error: unknown) => {
        failures.push(error);
        throw error;
      }),
    onEnd: () => undefined,
    onFailure: error => t.error(error),
  });
  await withServer('kept-bin', silent, async () => {
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => readInstanceFile(dataDir)!.pid !== pid);
  });
  const next = readInstanceFile(dataDir)!.pid;
  t.ok(isProcessAlive(next));
  await kept.stop();
  t.match(failures, [{ name: 'AbortError' }], 'the restart was cancelled');
  t.notOk(isProcessAlive(next));
  t.notOk(existsSync(instanceFilePath(dataDir)));
});
