/** Creates, writes, searches and drops indexes. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from '../../support/tap.js';
import { connect } from '../../../src/base/redis/connect.js';
import { keys } from '../../../src/store/keys.js';
import { UnknownIndexError } from '../../../src/search/SearchIndexes.js';
import { listKeys } from '../../support/listKeys.js';
import { documentOf, entryOf, plainFind, searchBench } from '../../support/searchBench.js';

const redis = connect(process.env.REDIS_URL!);
root.teardown(() => redis.disconnect());

test('creates an index once, and drops it with its documents', async t => {
  const { indexes, projectKey, setState, store, ids } = searchBench(redis);
  t.equal(await indexes.available(projectKey, 'order'), true);
  t.equal(await indexes.exists(projectKey, 'order', 1), false);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(await store(1), 1, ['a'])]);
  await indexes.create(projectKey, 'order', 1);
  t.equal((await indexes.find(projectKey, 'order', 1, '*', plainFind)).total, 1, 'made again it keeps what it has');
  await indexes.drop(projectKey, 'order', 1);
  t.equal(await indexes.exists(projectKey, 'order', 1), false);
  t.same(await listKeys(redis, `*{${projectKey}/search-order}:*`), []);
  await indexes.drop(projectKey, 'order', 1);
  await indexes.create(projectKey, 'order', 1);
  const again = await store(1);
  await indexes.apply(projectKey, 'order', { current: 1 }, [entryOf(again, 1, ['a', 'ub'])]);
  t.same([await ids(1), await ids(1, '@t:{a}'), await ids(1, '@t:{ub}')], [[again], [again], [again]]);
});

test('drops an index with more documents than one step removes', async t => {
  const { indexes, projectKey, setState, store } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const entries = await Promise.all(
    Array.from({ length: 1_200 }, async (_, index) => entryOf(await store(1), 1, [`n${index}`], index)),
  );
  t.equal(await indexes.apply(projectKey, 'order', { current: 1 }, entries), true);
  t.equal((await indexes.find(projectKey, 'order', 1, '*', plainFind)).total, 1_200, 'many entries go in several runs');
  await indexes.apply(projectKey, 'order', { current: 1 }, entries.slice(0, 10));
  const { documents, replaced, bytes } = await indexes.size(projectKey, 'order', 1);
  t.same([documents, replaced], [1_200, 10]);
  t.ok(bytes > 100_000 && bytes < 10_000_000, `${bytes} bytes`);
  // 100 documents of the index belong to orders that do not exist.
  await redis.zadd(keys.ids(projectKey, 'order'), ...entries.slice(0, 1_100).flatMap(({ id }) => [0, id]));
  await indexes.drop(projectKey, 'order', 1);
  t.same(
    (await listKeys(redis, `*{${projectKey}}*`)).filter(key => !/:b:|:ids$|:search$/.test(key)),
    [],
  );
});

test('rejects calls for an index that does not exist', async t => {
  const { indexes, projectKey, setState, store } = searchBench(redis);
  await t.rejects(indexes.find(projectKey, 'order', 4, '*', plainFind), UnknownIndexError);
  await t.rejects(indexes.size(projectKey, 'order', 4), UnknownIndexError);
  await setState({ current: 4 });
  const id = await store(1);
  await t.rejects(indexes.apply(projectKey, 'order', { current: 4 }, [entryOf(id, 1, ['a'])]), UnknownIndexError);
  t.same(await indexes.contents(projectKey, 'order', 4, [id]), [null], 'nothing was written');
});

test('finds documents by terms and columns, sorted, with their content', async t => {
  const { indexes, projectKey, setState, store, ids } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const [a, b, c] = [await store(1), await store(2), await store(3)];
  const blob = Buffer.from([0, 255, 128, 13, 10, 7]);
  await indexes.apply(projectKey, 'order', { current: 1 }, [
    entryOf(a, 1, ['x', 'both'], 10),
    { id: b, version: 2, document: { ...documentOf(['y', 'both'], 30), content: blob } },
    entryOf(c, 3, [], 20),
  ]);
  t.same(await ids(1), [a, c, b], 'one without terms too');
  t.same(await ids(1, '*', { descending: true }), [b, c, a]);
  t.same(await ids(1, '@t:{x|y}'), [a, b]);
  t.same(await ids(1, '-@t:{both}'), [c]);
  t.same(await ids(1, '@created:[20 +inf]'), [c, b]);
  t.same(await ids(1, '*', { offset: 1, limit: 1 }), [c]);
  t.same(await indexes.find(projectKey, 'order', 1, '@t:{both}', { ...plainFind, limit: 1 }), {
    total: 2,
    hits: [{ id: a, version: 1, sortKey: 10 }],
  });
  t.same(await indexes.find(projectKey, 'order', 1, '@t:{both}', { ...plainFind, limit: 0 }), { total: 2, hits: [] });
  t.same(await indexes.find(projectKey, 'order', 1, '@t:{y}', { ...plainFind, content: true }), {
    total: 1,
    hits: [{ id: b, version: 2, content: blob, sortKey: 30 }],
  });
  t.same(await indexes.contents(projectKey, 'order', 1, [b, randomUUID(), a]), [
    { id: b, version: 2, content: blob },
    null,
    { id: a, version: 1, content: Buffer.from('content of x,both') },
  ]);
});

test('treats a query that the module cannot parse as a defect', async t => {
  const { indexes, projectKey } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await t.rejects(indexes.find(projectKey, 'order', 1, '@t:{', plainFind), /yntax/);
});
