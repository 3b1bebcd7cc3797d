import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { openStore, writeOf } from '../support/store.js';

const { store, changeSet, projectKey } = openStore();
const ids = Array.from({ length: 10 }, () => randomUUID()).sort();
for (const [index, id] of ids.entries())
  await store.commit(
    changeSet([
      writeOf(id, {
        createdAtMs: 1_000 * (10 - index),
        lastModifiedAtMs: 5_000,
        indexes: { added: [{ path: 'kind', value: index < 4 ? 'a' : 'b' }], removed: [] },
      }),
    ]),
  );

const walk = async (list: Parameters<typeof store.rankRange>[2], from: string, to: string) =>
  store.idsInRange(projectKey, 'thing', list, await store.rankRange(projectKey, 'thing', list, { from, to }));

test('finds ranges of ids', async t => {
  t.same(await walk({ by: 'id' }, '-', '+'), ids);
  t.same(await walk({ by: 'id' }, ids[3]!, ids[5]!), ids.slice(3, 6));
  t.same(await walk({ by: 'id' }, `(${ids[3]!}`, `(${ids[5]!}`), [ids[4]]);
  t.same(await walk({ by: 'id' }, ids[5]!, ids[3]!), [], 'an empty span is empty');
});

test('finds ranges of times', async t => {
  t.same(await walk({ by: 'createdAt' }, '-', '+'), [...ids].reverse());
  t.same(await walk({ by: 'createdAt' }, '3000', '5000'), [ids[7], ids[6], ids[5]]);
  t.same(await walk({ by: 'createdAt' }, '(3000', '(5000'), [ids[6]]);
  t.same(await walk({ by: 'lastModifiedAt' }, '5000', '5000'), ids, 'those of one time go by id');
});

test('lists the ids with one value of an index, and their scores', async t => {
  const list = { by: 'value', path: 'kind', value: 'a' } as const;
  t.same(await walk(list, '-', '+'), ids.slice(0, 4).reverse());
  t.same(await store.scores(projectKey, 'thing', list, [ids[0]!, ids[9]!]), [10_000, null]);
  t.same(await walk({ ...list, value: 'unused' }, '-', '+'), []);
});

test('reads bodies in the order of the ids, with null for missing ones', async t => {
  const bodies = await store.bodies(projectKey, 'thing', [ids[2]!, 'none', ids[1]!]);
  t.same(
    bodies.map(body => body && (JSON.parse(body.toString()) as { id: string }).id),
    [ids[2], null, ids[1]],
  );
  t.same(await store.bodies(projectKey, 'thing', []), []);
});
