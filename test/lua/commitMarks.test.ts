/** Dirty marks that commits write for the indexer. */
import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { bodyOf, openStore, writeOf } from '../support/store.js';

test('marks a resource for indexing once, with the time of the first change', async t => {
  const { redis, store, projectKey, changeSet } = openStore();
  const marks = () => redis.zrange(keys.dirtyMarks(projectKey, 'thing'), 0, -1, 'WITHSCORES');
  const id = randomUUID();
  await store.commit(changeSet([writeOf(id, { markedForIndexing: true })]));
  t.same(await marks(), [], 'there is no search');
  await redis.hset(keys.searchState(projectKey, 'thing'), 'current', 1);
  const before = Date.now();
  await store.commit(
    changeSet([
      writeOf(id, { expectedVersion: 1, body: bodyOf(id, 2), markedForIndexing: true }),
      writeOf(randomUUID()),
    ]),
  );
  const [marked, score] = await marks();
  t.equal(marked, id);
  t.ok(Number(score) >= before - 1_000 && Number(score) <= Date.now() + 1_000, `milliseconds: ${score}`);
  await redis.zadd(keys.dirtyMarks(projectKey, 'thing'), 7, id);
  await store.commit(changeSet([writeOf(id, { expectedVersion: 2, body: bodyOf(id, 3), markedForIndexing: true })]));
  t.same(await marks(), [id, '7'], 'it waits since then');
  await redis.del(keys.dirtyMarks(projectKey, 'thing'));
  await store.commit(changeSet([writeOf(id, { expectedVersion: 3, body: undefined, markedForIndexing: true })]));
  t.same((await marks())[0], id, 'a deletion is to be looked at too');
});

test('marks nothing after a refused commit', async t => {
  const { redis, store, projectKey, changeSet } = openStore();
  await redis.hset(keys.searchState(projectKey, 'thing'), 'current', 1);
  await t.rejects(store.commit(changeSet([writeOf(randomUUID(), { expectedVersion: 1, markedForIndexing: true })])));
  t.equal(await redis.exists(keys.dirtyMarks(projectKey, 'thing')), 0);
});
