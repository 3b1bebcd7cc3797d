import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Redis } from 'ioredis';
import { t as root, test } from '../../../support/tap.js';
import {
  EmbeddedRedisError,
  instanceFilePath,
  readInstanceFile,
  writeInstanceFile,
} from '../../../../src/base/redis/embedded/dataDir.js';
import { isProcessAlive } from '../../../../src/base/redis/embedded/redisProcess.js';
import { startEmbeddedRedis } from '../../../../src/base/redis/embedded/startEmbeddedRedis.js';
import { withTemporaryConnection } from '../../../../src/base/redis/withTemporaryConnection.js';
import { waitUntil } from '../../../support/waitUntil.js';
import { spawnBound } from '../../../../src/base/lifecycle/spawnBound.js';

const folder = await mkdtemp(join(tmpdir(), 'quayside-redis-'));
root.teardown(() => rm(folder, { recursive: true }));

const ask = <T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T> =>
  withTemporaryConnection(url, 60_000, question);

const module = new URL('../../../../src/base/redis/embedded/startEmbeddedRedis.js', import.meta.url).href;

const untilStop = 'setInterval(() => undefined, 1_000);';

/** Starts a Redis in another process, which then runs `script`. */
const startElsewhere = (dataDir: string, script = untilStop, PATH = process.env.PATH) => {
  const source = `
    import { startEmbeddedRedis } from '${module}';
    const redis = await startEmbeddedRedis('${dataDir}', '');
    // Before the word that the test waits for: a SIGTERM without a listener would leave the Redis.
    process.on('SIGTERM', () => process.exit());
    console.log('ready');
    ${script}`;
  const child = spawnBound(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, exited: once(child, 'exit'), errors: text(child.stderr), ready: once(child.stdout, 'data') };
};

/** This PATH models a system that cannot end a process together with its parent. */
const pathWithoutBinder = `${join(folder, 'unbound')}${delimiter}${process.env.PATH!}`;
mkdirSync(join(folder, 'unbound'));
writeFileSync(join(folder, 'unbound', 'setpriv'), '#!/bin/sh\nexit 1\n', { mode: 0o700 });

/** Starts a Redis on such a system and kills its server. */
const leaveRedis = async (dataDir: string): Promise<number> => {
  const { child, exited, ready } = startElsewhere(dataDir, untilStop, pathWithoutBinder);
  await ready;
  child.kill('SIGKILL');
  await exited;
  return readInstanceFile(dataDir)!.pid;
};

/** Replaces `redis-server` by a script during `run`; the script can run the real one by `$real`. */
const withServer = async <T>(name: string, script: string, run: () => Promise<T>): Promise<T> => {
  const { PATH } = process.env;
  const bin = join(folder, name);
  const paths = PATH!.split(delimiter).map(each => join(each, 'redis-server'));
  mkdirSync(bin);
  writeFileSync(join(bin, 'redis-server'), `#!/bin/sh\nreal=${paths.find(each => existsSync(each))}\n${script}\n`);
  chmodSync(join(bin, 'redis-server'), 0o700);
  process.env.PATH = `${bin}${delimiter}${PATH!}`;
  return run().finally(() => {
    process.env.PATH = PATH;
  });
};

test('keeps data over a stop, which leaves no process and no other file', async t => {
  const dataDir = join(folder, 'kept', 'deep');
  const first = await startEmbeddedRedis(dataDir, '');
  t.equal(first.url, `unix://${dataDir}/redis.sock`);
  const { pid } = readInstanceFile(dataDir)!;
  t.strictSame(readInstanceFile(dataDir), { url: first.url, pid, ownerPid: process.pid });
  await ask(first.url, redis => redis.set('a', '1'));
  await first.stop();
  t.notOk(isProcessAlive(pid));
  t.strictSame(readdirSync(dataDir).sort(), ['appendonlydir', 'redis.log']);
  const second = await startEmbeddedRedis(dataDir, '', { fsync: 'always' });
  t.equal(await ask(second.url, redis => redis.get('a')), '1');
  t.strictSame(await ask(second.url, redis => redis.config('GET', 'appendfsync')), ['appendfsync', 'always']);
  await second.stop();
});

test('protects the data from other users, and never evicts data', async t => {
  const dataDir = join(folder, 'private');
  const redis = await startEmbeddedRedis(dataDir, '');
  t.equal(statSync(dataDir).mode & 0o777, 0o700);
  for (const name of ['redis.json', 'redis.log', 'redis.sock'])
    t.equal(statSync(join(dataDir, name)).mode & 0o077, 0, name);
  for (const [name, value] of Object.entries({
    'maxmemory-policy': 'noeviction',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    port: '0',
  }))
    t.strictSame(await ask(redis.url, client => client.config('GET', name)), [name, value]);
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
  await t.rejects(startEmbeddedRedis(dataDir, '/nowhere/search.so'), {
    constructor: EmbeddedRedisError,
    message: /^The embedded Redis did not start\. The end of \S+redis\.log:\n[^]*\/nowhere\/search\.so/,
  });
  t.strictSame(readdirSync(dataDir), ['redis.log']);
});

test('refuses the Redis of a running server, and that of another container', async t => {
  const dataDir = join(folder, 'used');
  const redis = await startEmbeddedRedis(dataDir, '');
  const { child, errors } = startElsewhere(dataDir);
  t.match(await errors, `which the running server with process id ${process.pid} uses; stop that one, or set another`);
  t.not(child.exitCode, 0);
  const { pid } = readInstanceFile(dataDir)!;
  rmSync(instanceFilePath(dataDir));
  const refused = {
    message: /where a Redis answers that no server of this system has started; end it, or set another/,
  };
  await t.rejects(startEmbeddedRedis(dataDir, ''), refused);
  await redis.stop();
  t.notOk(isProcessAlive(pid));
});

test('starts one Redis for three starts at the same moment', async t => {
  const dataDir = join(folder, 'together');
  mkdirSync(dataDir);
  const starts = Array.from({ length: 3 }, () => startElsewhere(dataDir));
  const first = await Promise.race(starts.map(async start => (await start.ready, start)));
  for (const { errors, exited } of starts.filter(each => each !== first)) {
    t.match(
      await errors,
      /EmbeddedRedisError: DATA_DIR is '.*(is starting a server|uses); stop that one, or set another/,
    );
    await exited;
  }
  const { pid } = readInstanceFile(dataDir)!;
  first.child.kill();
  await first.exited;
  await waitUntil(() => !isProcessAlive(pid));
  t.equal(readFileSync(join(dataDir, 'redis.log'), 'utf8').match(/Redis is starting/g)?.length, 1);
});

test('ignores the claim of a start that was killed, and refuses to start during another one', async t => {
  const dataDir = join(folder, 'claimed');
  const { child, exited } = startElsewhere(dataDir, 'process.exit();');
  await exited;
  writeFileSync(join(dataDir, `starting-${child.pid}`), '');
  await (await startEmbeddedRedis(dataDir, '')).stop();
  writeFileSync(join(dataDir, `starting-${process.ppid}`), '');
  await t.rejects(startEmbeddedRedis(dataDir, ''), { message: `process ${process.ppid} is starting a server` });
  t.strictSame(readdirSync(dataDir).sort(), ['appendonlydir', 'redis.log', `starting-${process.ppid}`]);
});

test('ends the Redis of a killed server, with all of its data, and not before a suspended one has ended', async t => {
  const dataDir = join(folder, 'left');
  const pid = await leaveRedis(dataDir);
  await ask(readInstanceFile(dataDir)!.url, redis => redis.set('a', '1'));
  process.kill(pid, 'SIGSTOP');
  const refused = { message: `whose Redis with process id ${pid} does not end; end it, or set another DATA_DIR.` };
  await t.rejects(startEmbeddedRedis(dataDir, '', { silenceTimeoutMs: 50 }), refused);
  t.ok(isProcessAlive(pid));
  process.kill(pid, 'SIGCONT');
  const redis = await startEmbeddedRedis(dataDir, '');
  t.notOk(isProcessAlive(pid));
  t.equal(await ask(redis.url, client => client.get('a')), '1');
  await redis.stop();
});

test('a server that is killed ends its Redis, which keeps all data', async t => {
  const dataDir = join(folder, 'bound');
  const { child, exited, ready } = startElsewhere(dataDir);
  await ready;
  const { url, pid } = readInstanceFile(dataDir)!;
  await ask(url, redis => redis.set('a', '1'));
  child.kill('SIGKILL');
  await exited;
  await waitUntil(() => !isProcessAlive(pid));
  const redis = await startEmbeddedRedis(dataDir, '');
  t.equal(await ask(redis.url, client => client.get('a')), '1');
  await redis.stop();
});

test('a server that ends by an error ends its Redis', async t => {
  const dataDir = join(folder, 'failed');
  const { exited, ready } = startElsewhere(dataDir, "throw new Error('defect');");
  await ready;
  const { pid } = readInstanceFile(dataDir)!;
  t.strictSame(await exited, [1, null]);
  await waitUntil(() => !isProcessAlive(pid));
});

test('starts despite an instance file that is invalid or names another program', async t => {
  for (const [name, write] of [
    ['torn', (dataDir: string) => writeFileSync(instanceFilePath(dataDir), '{"url":')],
    ['other', (dataDir: string) => writeInstanceFile(dataDir, { url: 'unix:///none', pid: 1, ownerPid: process.ppid })],
  ] as const) {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    write(dataDir);
    const redis = await startEmbeddedRedis(dataDir, '');
    t.equal(readInstanceFile(dataDir)?.url, redis.url);
    await redis.stop();
  }
});

test('waits for a Redis that loads its file, and tells how much of it is loaded', async t => {
  const dataDir = join(folder, 'loading');
  const first = await startEmbeddedRedis(dataDir, '');
  await ask(first.url, redis => redis.eval(`for i = 1, 6000 do redis.call('set', 'k' .. i, i) end`, 0));
  await first.stop();
  const percentages: number[] = [];
  const second = await withServer('slow', 'exec "$real" "$@" --key-load-delay 200', () =>
    startEmbeddedRedis(dataDir, '', { onLoading: percent => percentages.push(percent) }),
  );
  t.ok(percentages.length > 0 && percentages.every(percent => percent >= 0 && percent <= 100));
  t.equal(await ask(second.url, redis => redis.dbsize()), 6_000);
  await second.stop();
});

test('ends a Redis that does not answer before another process uses its file', async t => {
  const dataDir = join(folder, 'silent');
  await withServer('mute', `echo $$ >> ${folder}/pids; exec sleep 60`, () =>
    t.rejects(startEmbeddedRedis(dataDir, '', { silenceTimeoutMs: 50 }), {
      message: /^The embedded Redis did not start/,
    }),
  );
  const pids = existsSync(`${folder}/pids`)
    ? readFileSync(`${folder}/pids`, 'utf8').trim().split('\n').map(Number)
    : [];
  t.notOk(pids.some(isProcessAlive));
  t.strictSame(readdirSync(dataDir), ['redis.log']);
});
