/** A stop during a start ends everything that was started. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '../support/tap.js';
import { readInstanceFile } from '../../src/redis/embedded/instanceFile.js';
import { startEmbeddedRedis } from '../../src/redis/embedded/startEmbeddedRedis.js';
import { withTemporaryConnection } from '../../src/redis/withTemporaryConnection.js';
import { launch } from '../support/command.js';
import { assertNothingLeft, environmentOf, serversFolder } from './serverCommands.js';
import { waitUntil } from '../support/waitUntil.js';

/** Puts a program before the real redis-server on the PATH, which it may run by `$real`. */
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

/** A data directory whose file has many keys. */
const fill = async (name: string): Promise<string> => {
  const dataDir = join(serversFolder, name);
  const redis = await startEmbeddedRedis(dataDir, '');
  await withTemporaryConnection(redis.url, 30_000, client =>
    client.eval(`for i = 1, ${keys} do redis.call('set', 'k' .. i, i) end`, 0),
  );
  await redis.stop();
  return dataDir;
};

test('a stop while Redis loads its file ends everything and exits with 0', async t => {
  const dataDir = await fill('loading');
  const server = launch(['start'], { ...environmentOf(dataDir), PATH: pathWithRedis('slow', slowly) });
  await server.logged(/the embedded Redis loads its file/);
  const redis = readInstanceFile(dataDir)!;
  server.signal('SIGTERM');
  t.equal((await server.ended).code, 0);
  await assertNothingLeft(t, { dataDir, redis });
});

test('a stop while the start waits to adopt a Redis that loads ends that one', async t => {
  const dataDir = await fill('adopted-loading');
  const PATH = pathWithRedis('slow-too', slowly);
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

test('a stop while the workers start ends everything and exits with 0', async t => {
  for (const processes of ['1', '2']) {
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
