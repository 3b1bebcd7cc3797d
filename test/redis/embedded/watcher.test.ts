/** A Redis whose server was killed, and which no start adopts, ends by itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as root, test } from '../../support/tap.js';
import { endOrphanedRedis } from '../../../src/redis/embedded/endOrphanedRedis.js';
import {
  instanceFilePath,
  readInstanceFile,
  type RedisInstance,
  writeInstanceFile,
} from '../../../src/redis/embedded/instanceFile.js';
import { isProcessAlive } from '../../../src/redis/embedded/isProcessAlive.js';
import { startEmbeddedRedis } from '../../../src/redis/embedded/startEmbeddedRedis.js';
import { withTemporaryConnection } from '../../../src/redis/withTemporaryConnection.js';
import { waitUntil } from '../../support/waitUntil.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-watched-'));
root.teardown(() => rm(folder, { recursive: true, force: true }));

const module = new URL('../../../src/redis/embedded/startEmbeddedRedis.js', import.meta.url).href;

/** Starts a Redis in another process; `crash` kills that process. */
const startElsewhere = async (dataDir: string, orphanMs: number) => {
  const script = `
    import { startEmbeddedRedis } from '${module}';
    await startEmbeddedRedis('${dataDir}', '', { orphanMs: ${orphanMs} });
    console.log('ready');
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    instance: readInstanceFile(dataDir)!,
    crash: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

const waitForEnd = ({ pid, watcherPid }: RedisInstance): Promise<void> =>
  waitUntil(() => !isProcessAlive(pid) && !isProcessAlive(watcherPid!));

test('a Redis whose server was killed ends by itself, with its file saved', async t => {
  const dataDir = join(folder, 'killed');
  const { instance, crash } = await startElsewhere(dataDir, 100);
  await withTemporaryConnection(instance.url, 60_000, redis => redis.set('a', '1'));
  t.ok(isProcessAlive(instance.watcherPid!));
  await crash();
  await waitForEnd(instance);
  t.notOk(existsSync(instanceFilePath(dataDir)));
  t.notOk(existsSync(join(dataDir, 'starting')));
  const next = await startEmbeddedRedis(dataDir, '');
  t.equal(await withTemporaryConnection(next.url, 60_000, redis => redis.get('a')), '1');
  await next.stop();
});

test('a Redis ends after its server was killed and its data directory was deleted', async () => {
  const dataDir = join(folder, 'deleted');
  const { instance, crash } = await startElsewhere(dataDir, 100);
  await crash();
  // Redis may write into it meanwhile.
  await rm(dataDir, { recursive: true, maxRetries: 100, retryDelay: 20 });
  await waitForEnd(instance);
});

test('a start that adopts a Redis gives it a watcher when the old one has died', async t => {
  const dataDir = join(folder, 'unwatched');
  const { instance, crash } = await startElsewhere(dataDir, 600_000);
  process.kill(instance.watcherPid!, 'SIGKILL');
  await waitUntil(() => !isProcessAlive(instance.watcherPid!));
  await crash();
  const adopted = await startEmbeddedRedis(dataDir, '', { orphanMs: 100 });
  const { pid, watcherPid } = readInstanceFile(dataDir)!;
  t.equal(pid, instance.pid);
  t.not(watcherPid, instance.watcherPid);
  t.ok(isProcessAlive(watcherPid!));
  await adopted.stop();
  await waitForEnd(readInstanceFile(dataDir) ?? { ...instance, watcherPid });
});

test('leaves a Redis alone that a start adopts while the watcher waits for the lock of the start', async t => {
  const dataDir = join(folder, 'adopted');
  const { instance, crash } = await startElsewhere(dataDir, 600_000);
  await crash();
  const lock = join(dataDir, 'starting');
  await writeFile(lock, String(process.ppid));
  const watching = endOrphanedRedis(dataDir, instance.pid, 1);
  // Fixed times, since the test proves that nothing happens.
  await new Promise(resolve => setTimeout(resolve, 300));
  t.ok(isProcessAlive(instance.pid), 'the watcher waits for the lock');
  writeInstanceFile(dataDir, { ...instance, ownerPid: process.pid });
  await rm(lock);
  await new Promise(resolve => setTimeout(resolve, 300));
  t.ok(isProcessAlive(instance.pid), 'the adopted Redis runs');
  writeInstanceFile(dataDir, instance);
  await watching;
  t.notOk(isProcessAlive(instance.pid));
});
