/** Reads of one turn of the event loop, on a single server and on a cluster. */
import type { Redis } from 'ioredis';
import { test } from '../../support/tap.js';
import { batchReads } from '../../../src/base/redis/batchReads.js';
import { connect } from '../../../src/base/redis/connect.js';
import { moveSlot, startOwnCluster } from '../../support/startOwnCluster.js';
import { monitorCommands, startOwnServer } from '../../support/startOwnServer.js';
import { waitUntil } from '../../support/waitUntil.js';

const keyOf = (projectKey: string, id: number): string => `{${projectKey}}:thing:b:${id}`;
const reads = [
  ['a', keyOf('a', 1)],
  ['b', keyOf('b', 1)],
  ['a', keyOf('a', 2)],
  ['c', keyOf('c', 1)],
  ['b', keyOf('b', 2)],
] as const;
const keysOfReads = reads.map(([, key]) => key);

test('reads the keys of all projects by one command on a single server', async t => {
  const redis = (await startOwnServer([])) as Redis;
  await redis.mset(Object.fromEntries(keysOfReads.slice(1).map(key => [key, `value of ${key}`])));
  const seen: string[][] = [];
  const stop = await monitorCommands(redis, words => seen.push(words));
  const { get } = batchReads(redis);
  const values = await Promise.all(reads.map(([projectKey, key]) => get(projectKey, key)));
  await waitUntil(() => seen.length > 0);
  stop();
  t.same(
    values.map(value => value?.toString()),
    [undefined, ...keysOfReads.slice(1).map(key => `value of ${key}`)],
  );
  t.same(seen, [['mget', ...keysOfReads]]);
});

test('reads from the node of each slot on a cluster, and follows a slot that was moved', async t => {
  const cluster = await startOwnCluster();
  const redis = connect(cluster.url);
  t.teardown(() => redis.disconnect());
  for (const key of keysOfReads) await redis.set(key, `value of ${key}`);
  const { get } = batchReads(redis);
  const readAll = async () =>
    (await Promise.all(reads.map(([projectKey, key]) => get(projectKey, key)))).map(value => value?.toString());
  const expected = keysOfReads.map(key => `value of ${key}`);
  t.same(await readAll(), expected);
  const from = await cluster.masterOf(keyOf('a', 1));
  const move = await moveSlot(keyOf('a', 1), from, cluster.nodes.find(node => node !== from)!);
  await move.keys([keyOf('a', 2)]);
  t.same(await readAll(), expected, 'while the keys are on two nodes');
  await move.end();
  t.same(await readAll(), expected, 'before the client knows the new node');
});
