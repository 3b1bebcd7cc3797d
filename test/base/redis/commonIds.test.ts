/** Finds ids in several lists of a cluster, also while the slot of the lists is being moved. */
import { t as root, test } from '../../support/tap.js';
import { connect } from '../../../src/base/redis/connect.js';
import { createStore } from '../../../src/store/createStore.js';
import { keys } from '../../../src/store/keys.js';
import type { IdList } from '../../../src/store/DataStore.js';
import { moveSlot, startOwnCluster } from '../../support/startOwnCluster.js';

const cluster = await startOwnCluster();
const redis = connect(cluster.url);
root.teardown(() => redis.disconnect());
const store = createStore(redis);
const projectKey = 'common';
const list = (value: string): IdList => ({ by: 'value', path: 'state', value });
const listKey = (value: string): string => keys.index(projectKey, 'order', 'state', value);

test('finds the ids of all lists, and no answer while the lists are on two nodes', async t => {
  await redis.zadd(listKey('a'), 1, 'one', 2, 'two', 3, 'three');
  await redis.zadd(listKey('b'), 2, 'two', 3, 'three', 4, 'four');
  const lists = [list('a'), list('b')];
  const read = async () => [
    await store.commonIdCount(projectKey, 'order', lists, 10),
    await store.commonIds(projectKey, 'order', lists),
  ];
  t.same(await read(), [2, ['two', 'three']]);
  t.equal(await store.commonIdCount(projectKey, 'order', lists, 1), 1);

  const from = await cluster.masterOf(listKey('a'));
  const to = cluster.nodes.find(node => node !== from)!;
  const move = await moveSlot(listKey('a'), from, to);
  t.same(await read(), [2, ['two', 'three']]);
  await move.keys([listKey('a')]);
  t.same(await read(), [undefined, undefined]);
  await move.end();
  t.same(await read(), [2, ['two', 'three']]);
});
