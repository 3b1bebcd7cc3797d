/** The contract of lua/search/writeIndexEntries.lua, through the store that builds its arguments. */
import { t as root, test } from '../support/tap.js';
import { connect } from '../../src/base/redis/connect.js';
import { RedisSearchIndexes } from '../../src/search/redisearch/RedisSearchIndexes.js';
import { planIndexWrites } from '../../src/search/redisearch/planIndexWrites.js';
import { firstGeneration } from '../../src/search/redisearch/firstGeneration.js';
import type { IndexEntry } from '../../src/search/SearchIndexes.js';
import { documentOf, entryOf, plainFind, searchBench } from '../support/searchBench.js';
import { keys } from '../../src/store/keys.js';
import { matchWhole } from '../support/matchWhole.js';

const redis = connect(process.env.REDIS_URL!);
root.teardown(() => redis.disconnect());

const bench = async (numbers: Readonly<Record<string, number>> = { current: 1 }) => {
  const made = searchBench(redis);
  for (const number of Object.values(numbers)) await made.indexes.create(made.projectKey, 'order', number);
  await made.setState(numbers);
  return made;
};
const current = { current: 1 };

test('replaces an older document by a newer one, and never a newer one by an older', async t => {
  const { indexes, projectKey, store, ids } = await bench();
  const id = await store(5);
  const apply = (version: number, tag: string) =>
    indexes.apply(projectKey, 'order', current, [entryOf(id, version, [tag])]);
  t.equal(await apply(4, 'four'), true);
  t.equal(await apply(5, 'five'), true);
  t.same([await ids(1, '@t:{four}'), await ids(1, '@t:{five}')], [[], [id]]);
  t.equal(await apply(4, 'four'), true);
  t.same([await ids(1, '@t:{four}'), await ids(1, '@t:{five}')], [[], [id]]);
  matchWhole(t, await indexes.find(projectKey, 'order', 1, '*', plainFind), { total: 1, hits: [{ id, version: 5 }] });
  await apply(5, 'again');
  t.same(
    await ids(1, '@t:{again}'),
    [id],
    'of the same version the last one holds: what it refers to may have changed',
  );
  await store(10, id);
  await apply(10, 'ten');
  t.same(await ids(1, '@t:{ten}'), [id], 'versions are numbers');
  await apply(9, 'nine');
  t.same(await ids(1, '@t:{nine}'), []);
});

test('removes the mark of the stored version, and moves another mark to the present', async t => {
  const { indexes, projectKey, store, mark, marks } = await bench();
  const [done, moved] = [await store(2), await store(3)];
  await mark(done);
  await mark(moved);
  const before = Date.now();
  await indexes.apply(projectKey, 'order', current, [entryOf(done, 2, ['a']), entryOf(moved, 2, ['a'])]);
  const left = await marks();
  t.same(Object.keys(left), [moved]);
  t.ok(left[moved]! >= before - 1_000 && left[moved]! <= Date.now() + 1_000, 'from now on, in milliseconds');
  await indexes.apply(projectKey, 'order', current, [entryOf(moved, 3, ['a'])]);
  t.same(await marks(), {});
  await indexes.apply(projectKey, 'order', current, [entryOf(done, 1, ['a'])]);
  t.same(await marks(), {}, 'no mark comes to be');
});

test('removes a deleted resource from the index', async t => {
  const { indexes, projectKey, store, forget, mark, marks, ids } = await bench();
  const [told, late] = [await store(1), await store(1)];
  await indexes.apply(projectKey, 'order', current, [entryOf(told, 1, ['a']), entryOf(late, 1, ['a'])]);
  t.equal((await ids(1)).length, 2);
  for (const id of [told, late]) {
    await forget(id);
    await mark(id);
  }
  // The resource was deleted after its document was built.
  await indexes.apply(projectKey, 'order', current, [{ id: told, version: 1 }, entryOf(late, 1, ['a'])]);
  t.same([await ids(1), await marks()], [[], {}]);
  t.same(await indexes.contents(projectKey, 'order', 1, [told, late]), [null, null]);
});

test('keeps an existing resource in the index although the entry says that it was deleted', async t => {
  const { indexes, projectKey, store, mark, marks, ids } = await bench();
  const id = await store(2);
  await indexes.apply(projectKey, 'order', current, [entryOf(id, 2, ['a'])]);
  await mark(id);
  await indexes.apply(projectKey, 'order', current, [{ id, version: 1 }]);
  t.same([await ids(1), Object.keys(await marks())], [[id], [id]]);
});

test('writes to both indexes during a build, and keeps marks while filling', async t => {
  const numbers = { current: 1, building: 2 };
  const { indexes, projectKey, store, forget, mark, marks, ids } = await bench(numbers);
  const [a, b] = [await store(1), await store(1)];
  await mark(a, 7);
  t.equal(await indexes.fill(projectKey, 'order', numbers, [entryOf(a, 1, ['x'])]), true);
  t.same([await ids(1), await ids(2), await marks()], [[], [a], { [a]: 7 }]);
  await indexes.apply(projectKey, 'order', numbers, [entryOf(a, 1, ['x']), entryOf(b, 1, ['x'])]);
  t.same([(await ids(1)).sort(), (await ids(2)).sort(), await marks()], [[a, b].sort(), [a, b].sort(), {}]);
  await store(2, a);
  await indexes.apply(projectKey, 'order', numbers, [entryOf(a, 2, ['y'])]);
  await indexes.fill(projectKey, 'order', numbers, [entryOf(a, 1, ['x'])]);
  t.same(await ids(2, '@t:{y}'), [a], 'what was read for filling comes late');
  await forget(b);
  await mark(b, 7);
  await indexes.fill(projectKey, 'order', numbers, [entryOf(b, 1, ['x'])]);
  t.same([(await ids(1)).sort(), await ids(2), await marks()], [[a, b].sort(), [a], { [b]: 7 }]);
});

test('writes nothing when the project has other indexes', async t => {
  const { indexes, projectKey, setState, store, mark, marks, ids } = await bench({ current: 1, building: 2 });
  const id = await store(1);
  await mark(id, 7);
  const entries = [entryOf(id, 1, ['a'])];
  const others: readonly Readonly<Record<string, number>>[] = [
    { current: 2 },
    { current: 1, building: 3 },
    { building: 2 },
    {},
  ];
  for (const state of others) {
    await setState(state);
    t.equal(await indexes.apply(projectKey, 'order', { current: 1, building: 2 }, entries), false);
    t.equal(await indexes.fill(projectKey, 'order', { current: 1, building: 2 }, entries), false);
  }
  await setState({ current: 1, building: 2 });
  t.equal(await indexes.apply(projectKey, 'order', { current: 1 }, entries), false);
  t.equal(await indexes.fill(projectKey, 'order', { current: 1 }, entries), false, 'nothing is under construction');
  t.same([await ids(1), await ids(2), await marks()], [[], [], { [id]: 7 }]);
});

test('keeps the marks where a process ends between documents and marks, and indexes again', async t => {
  const { indexes, projectKey, store, mark, marks, ids } = await bench();
  const id = await store(2);
  await mark(id);
  const cut = new Error('the process ended');
  const client = connect(process.env.REDIS_URL!);
  t.teardown(() => client.disconnect());
  const cutOff = new RedisSearchIndexes(client, { queryTimeoutMs: 10_000 });
  Object.assign(client, { clearDirtyMarks: () => Promise.reject(cut) });
  await t.rejects(cutOff.apply(projectKey, 'order', current, [entryOf(id, 2, ['a'])]), cut);
  t.same([await ids(1, '@t:{a}'), Object.keys(await marks())], [[id], [id]], 'written, and still marked');
  t.equal(await indexes.apply(projectKey, 'order', current, [entryOf(id, 2, ['a'])]), true);
  t.same([await ids(1, '@t:{a}'), await marks()], [[id], {}]);
});

test('does not bring back a document that was removed', async t => {
  const { indexes, projectKey, store, forget, mark, marks, ids } = await bench({ current: 1, building: 2 });
  const id = await store(1);
  const both = { current: 1, building: 2 };
  const stale = entryOf(id, 1, ['a']);
  await forget(id);
  await indexes.apply(projectKey, 'order', both, [{ id, version: 0 }]);
  // A process that looked before the deletion writes after it.
  await store(1, id);
  await mark(id);
  await indexes.fill(projectKey, 'order', both, [stale]);
  await indexes.apply(projectKey, 'order', both, [stale]);
  t.same([await ids(1), await ids(2), await marks()], [[], [], {}]);
});

test('records what it writes once a reader follows the index, with the contents before and after', async t => {
  const { indexes, projectKey, store, forget } = await bench();
  const [id, other] = [await store(1), await store(1)];
  const apply = (version: number, tag: string) =>
    indexes.apply(projectKey, 'order', current, [entryOf(id, version, [tag])]);
  await apply(1, 'unread');
  const start = await indexes.recordChanges(projectKey, 'order', 1);
  t.same(await indexes.changesSince(projectKey, 'order', 1, start), []);
  await apply(1, 'read');
  await apply(1, 'read');
  await indexes.apply(projectKey, 'order', current, [entryOf(other, 1, ['new'])]);
  await forget(id);
  await apply(1, 'gone');
  const changes = (await indexes.changesSince(projectKey, 'order', 1, start))!;
  t.same(
    changes.map(({ id: changed, before, after }) => [changed, before?.toString(), after?.toString()]),
    [
      [id, 'content of unread', 'content of read'],
      [other, undefined, 'content of new'],
      [id, 'content of read', undefined],
    ],
    'the same content again is no change',
  );
  t.same(await indexes.changesSince(projectKey, 'order', 1, changes.at(-1)!.position), []);
  t.equal(await indexes.recordChanges(projectKey, 'order', 1), changes.at(-1)!.position);
  const lost = '1-1';
  t.equal(await indexes.changesSince(projectKey, 'order', 1, lost), undefined);
});

test('records few large changes', async t => {
  const { indexes, projectKey, store } = await bench();
  const id = await store(1);
  const start = await indexes.recordChanges(projectKey, 'order', 1);
  for (const letter of ['a', 'b', 'c', 'd'])
    await indexes.apply(projectKey, 'order', current, [
      { id, version: 1, document: documentOf([letter], 1, letter.repeat(1_000_000)) },
    ]);
  t.equal(await indexes.changesSince(projectKey, 'order', 1, start), undefined);
  const last = await indexes.recordChanges(projectKey, 'order', 1);
  t.same(await indexes.changesSince(projectKey, 'order', 1, last), []);
  t.equal(await redis.xlen(keys.indexChanges(projectKey, 'order', 1)), 2);
});

test('splits entries into short runs of the script', async t => {
  const { indexes, projectKey, store, ids } = await bench();
  const tags = Array.from({ length: 200 }, (_, index) => `term${index}`);
  const entries = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => entryOf(await store(1), 1, tags, index)),
  );
  const sizesOf = (into: readonly number[], given: readonly IndexEntry[]) =>
    planIndexWrites(
      {
        projectKey,
        typeId: 'order',
        generation: firstGeneration,
        targets: into,
        replacesEqual: true,
      },
      given.map(entry => ({ ...entry, exists: true })),
    ).map(({ keys: names }) => (names.length - 1 - into.length) / (2 * into.length));
  t.same(sizesOf([1], entries), Array(50).fill(2));
  t.same(sizesOf([1, 2], entries).slice(0, 2), [1, 1], 'each index has its part');
  t.same(
    sizesOf(
      [1],
      entries.map(({ id, version }) => ({ id, version })),
    ),
    [32, 32, 32, 4],
    'deletions are short',
  );
  const large = Array.from({ length: 20_000 }, (_, index) => `l${index}`);
  t.same(sizesOf([1], [entryOf(entries[0]!.id, 1, large), entries[1]!]), [1, 1], 'one may be larger than that');
  t.same(sizesOf([1], []), []);
  t.equal(await indexes.apply(projectKey, 'order', current, entries), true);
  t.equal((await ids(1, '@t:{term7}', { limit: 1_000 })).length, 100);
});
