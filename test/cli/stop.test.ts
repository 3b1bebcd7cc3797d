/** Every stop of a server ends its embedded Redis, also during a start and with repeated signals. */
import { connect } from 'node:net';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '../support/tap.js';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { assertNothingLeft, startServerOn, environmentOf, serversFolder } from './serverCommands.js';
import { readInstanceFile } from '../../src/base/redis/embedded/dataDir.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { withTemporaryConnection } from '../../src/base/redis/withTemporaryConnection.js';
import { launch } from '../support/command.js';
import { isLong, skipInShort } from '../support/rounds.js';
import { waitUntil } from '../support/waitUntil.js';

for (const signal of isLong ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGHUP'] as const))
  test(`${signal} that arrives twice is one stop, which ends Redis and exits with 0`, async t => {
    const started = await startServerOn(signal);
    started.server.signal(signal);
    started.server.signal(signal);
    const { code, stderr } = await started.server.ended;
    t.equal(code, 0);
    const line = `\\{"level":30,"time":\\d+,"region":"local","msg":"${signal}: stopping"\\}`;
    t.match(stderr, new RegExp(`^${line}$`, 'm'));
    await assertNothingLeft(t, started);
  });

test('two different signals at once are one stop', { skip: skipInShort }, async t => {
  const started = await startServerOn('mixed', { SERVER_PROCESSES: '2' });
  started.server.signal('SIGTERM');
  started.server.signal('SIGINT');
  t.equal((await started.server.ended).code, 0);
  await assertNothingLeft(t, started);
});

test('a killed server ends its Redis, and the next start has its data and ends its own', async t => {
  const first = await startServerOn('killed');
  await withTemporaryConnection(first.redis.url, 60_000, redis => redis.set('a', '1'));
  first.server.signal('SIGKILL');
  await first.server.ended;
  await waitUntil(() => !isProcessAlive(first.redis.pid));
  const second = await startServerOn('killed');
  t.equal(await withTemporaryConnection(second.redis.url, 60_000, redis => redis.get('a')), '1');
  second.server.signal('SIGINT');
  second.server.signal('SIGINT');
  t.equal((await second.server.ended).code, 0);
  await assertNothingLeft(t, second);
});

test('a signal that is repeated by a person hastens the stop, and Redis ends as well', async t => {
  for (const processes of isLong ? ['1', '2'] : ['2']) {
    const started = await startServerOn(`hastened-${processes}`, { SERVER_PROCESSES: processes });
    // A request whose body never arrives keeps the server from ending early.
    const { hostname, port } = new URL(started.address);
    const client = connect(Number(port), hostname);
    client.on('error', () => undefined);
    client.write('POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n');
    const repeating = setInterval(() => started.server.signal('SIGINT'), 200);
    t.equal((await started.server.ended).code, 0);
    clearInterval(repeating);
    client.destroy();
    await assertNothingLeft(t, started);
  }
});

/** Puts a program before the real redis-server on the PATH; the program can run the real one as `$real`. */
const pathWithRedis = (name: string, script: string): string => {
  const { PATH } = process.env;
  const bin = join(serversFolder, name);
  const real = PATH!
    .split(delimiter)
    .map(each => join(each, 'redis-server'))
    .find(each => existsSync(each))!;
  mkdirSync(bin);
  writeFileSync(join(bin, 'redis-server'), `#!/bin/sh\nreal=${real}\n${script}\n`);
  chmodSync(join(bin, 'redis-server'), 0o700);
  return `${bin}${delimiter}${PATH!}`;
};

/** Redis answers after each 1,024 keys that it loads: twice a second with this delay, which makes it load for 40 s. */
const keys = 100_000;

const slowly = 'exec "$real" "$@" --key-load-delay 400';

/** Creates a data directory whose file has many keys. */
const fill = async (name: string): Promise<string> => {
  const dataDir = join(serversFolder, name);
  const redis = await startEmbeddedRedis(dataDir, '');
  await withTemporaryConnection(redis.url, 30_000, client =>
    client.eval(`for i = 1, ${keys} do redis.call('set', 'k' .. i, i) end`, 0),
  );
  await redis.stop();
  return dataDir;
};

test('a stop while Redis loads its file ends everything and exits with 0', { skip: skipInShort }, async t => {
  const dataDir = await fill('loading');
  const server = launch(['start'], { ...environmentOf(dataDir), PATH: pathWithRedis('slow', slowly) });
  await server.logged(/the embedded Redis loads its file/);
  const redis = readInstanceFile(dataDir)!;
  server.signal('SIGTERM');
  t.equal((await server.ended).code, 0);
  await assertNothingLeft(t, { dataDir, redis });
});

test('a stop after a start has ended a Redis that a killed server left while it loads, ends everything', {
  skip: skipInShort,
}, async t => {
  const dataDir = await fill('left-loading');
  const PATH = pathWithRedis('slow-too', slowly);
  // This models a system that cannot end a process together with its parent.
  writeFileSync(join(serversFolder, 'slow-too', 'setpriv'), '#!/bin/sh\nexit 1\n', { mode: 0o700 });
  const crashing = launch(['start'], { ...environmentOf(dataDir), PATH });
  await crashing.logged(/the embedded Redis loads its file/);
  const redis = readInstanceFile(dataDir)!;
  crashing.signal('SIGKILL');
  await crashing.ended;
  const server = launch(['start'], environmentOf(dataDir));
  await server.logged(/the embedded Redis loads its file/);
  server.signal('SIGTERM');
  t.equal((await server.ended).code, 0);
  await assertNothingLeft(t, { dataDir, redis });
});

test('a stop while the workers start ends everything and exits with 0', { skip: skipInShort }, async t => {
  for (const processes of isLong ? ['1', '2'] : ['2']) {
    const dataDir = join(serversFolder, `workers-${processes}`);
    const server = launch(['start'], { ...environmentOf(dataDir), WORKERS: '4', SERVER_PROCESSES: processes });
    await waitUntil(() => readInstanceFile(dataDir) !== undefined);
    const redis = readInstanceFile(dataDir)!;
    // The main thread is connected, and the workers start.
    await waitUntil(() =>
      withTemporaryConnection(
        redis.url,
        5_000,
        async client =>
          String(await client.client('LIST'))
            .trim()
            .split('\n').length > 2,
      ).catch(() => false),
    );
    server.signal('SIGTERM');
    t.equal((await server.ended).code, 0);
    await assertNothingLeft(t, { dataDir, redis });
  }
});
