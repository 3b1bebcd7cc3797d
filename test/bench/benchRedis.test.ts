/** The Redis of a bench: which one it takes, and the script of the bare write, which is the reference of all writes. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { connectBare } from '../../bench/reference/bare.js';
import { openExisting } from '../../bench/world/createEnvironment.js';
import { keys } from '../../src/store/keys.js';
import { urlOf } from '../support/replicas.js';
import { startOwnServer } from '../support/startOwnServer.js';

const url = urlOf((await startOwnServer([])) as Redis);
const redis = connectBare(url);
const script = readFileSync(new URL('../../../bench/reference/bareWrite.lua', import.meta.url), 'utf8');
const bodyOf = (version: number): string =>
  `{"id":"00000000-0000-4000-8000-000000000001","version":${version},"other":"version\\":9"}`;
const write = (expected: number, body: string): Promise<unknown> =>
  redis.eval(script, 2, 'body', 'messages', expected, body, 'message');

test('the bare write writes the body and one message if the version is the expected one', async t => {
  await redis.set('body', bodyOf(7));
  t.equal(await write(7, bodyOf(8)), 1);
  t.equal(await redis.get('body'), bodyOf(8));
  t.equal(await redis.xlen('messages'), 1);
  t.equal(await write(7, bodyOf(9)), 0, 'another version is stored');
  t.same([await redis.get('body'), await redis.xlen('messages')], [bodyOf(8), 1], 'and nothing is written');
});

test('the bench takes the Redis of REDIS_URL only if it holds no project, and changes nothing in another', async t => {
  t.teardown(() => redis.disconnect());
  await (await openExisting(url)).stop();
  await redis.sadd(keys.projects, 'shop', 'other');
  const before = await redis.config('GET', '*');
  await t.rejects(openExisting(url), { message: /^The Redis of REDIS_URL holds 2 projects\. / });
  t.same(await redis.config('GET', '*'), before);
  t.same((await redis.keys('*')).sort(), ['body', 'messages', keys.projects]);
});
