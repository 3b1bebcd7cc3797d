/** The reference of all writes: one script that checks a version and writes a body and a message. */
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { connectBare } from '../../bench/reference/bare.js';
import { urlOf } from '../support/replicas.js';
import { startOwnServer } from '../support/startOwnServer.js';

const redis = connectBare(urlOf((await startOwnServer([])) as Redis));
const script = readFileSync(new URL('../../../bench/reference/bareWrite.lua', import.meta.url), 'utf8');
const bodyOf = (version: number): string =>
  `{"id":"00000000-0000-4000-8000-000000000001","version":${version},"other":"version\\":9"}`;
const write = (expected: number, body: string): Promise<unknown> =>
  redis.eval(script, 2, 'body', 'messages', expected, body, 'message');

test('the bare write writes the body and one message if the version is the expected one', async t => {
  t.teardown(() => redis.disconnect());
  await redis.set('body', bodyOf(7));
  t.equal(await write(7, bodyOf(8)), 1);
  t.equal(await redis.get('body'), bodyOf(8));
  t.equal(await redis.xlen('messages'), 1);
  t.equal(await write(7, bodyOf(9)), 0, 'another version is stored');
  t.same([await redis.get('body'), await redis.xlen('messages')], [bodyOf(8), 1], 'and nothing is written');
});
