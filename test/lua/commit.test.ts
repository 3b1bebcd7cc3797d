/** The contract of lua/commit.lua, through the store that builds its arguments. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { test } from 'tap';
import { targetById, targetByKey } from '../../src/store/target.js';
import { ApiError, errorEntry } from '../../src/errors/ApiError.js';
import { keys } from '../../src/store/keys.js';
import { bodyOf, openStore, writeOf } from '../support/store.js';

const key = (value: string) => ({ path: 'key', value });
const added = (...values: { path: string; value: string }[]) => ({ added: values, removed: [] });

const refusalOf = async (commit: Promise<void>): Promise<ApiError> => {
  try {
    await commit;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the commit went through');
};

test('writes body, unique key, lists and indexes of a creation', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  await store.commit(
    changeSet([
      writeOf(id, {
        unique: added(key('a')),
        indexes: added({ path: 'colour', value: 'red' }),
        lastModifiedAtMs: 2_000,
      }),
    ]),
  );
  t.same(await dump(), {
    [`thing:b:${id}`]: bodyOf(id, 1).toString(),
    'thing:ids': [id, '0'],
    'thing:t:createdAt': [id, '1000'],
    'thing:t:lastModifiedAt': [id, '2000'],
    'thing:u:key:a': id,
    'thing:x:colour:red': [id, '1000'],
    seq: '1',
  });
});

test('does not confuse a lost version with a later one of the same number', async t => {
  const { store, changeSet, redis, projectKey } = openStore();
  const id = randomUUID();
  const [lost, stored] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:09.000Z'];
  await store.commit(changeSet([writeOf(id, { body: bodyOf(id, 1, { createdAt: lost, lastModifiedAt: stored }) })]));
  const update = (expectedModifiedAt: string) =>
    store.commit(changeSet([writeOf(id, { body: bodyOf(id, 2), expectedVersion: 1, expectedModifiedAt })]));
  t.match(await refusalOf(update(lost)), { status: 409 });
  t.match(JSON.parse((await redis.get(keys.body(projectKey, 'thing', id)))!), { version: 1 });
  await update(stored);
  t.match(JSON.parse((await redis.get(keys.body(projectKey, 'thing', id)))!), { version: 2 });
});

test('moves the changed values of an update, and removes everything of a deletion', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  await store.commit(
    changeSet(
      [writeOf(id, { unique: added(key('a')), indexes: added({ path: 'colour', value: 'red' }) })],
      new Map([]),
    ),
  );
  await store.commit(
    changeSet([
      writeOf(id, {
        expectedVersion: 1,
        body: bodyOf(id, 2),
        lastModifiedAtMs: 3_000,
        unique: { added: [key('b')], removed: [key('a')] },
        indexes: { added: [{ path: 'colour', value: 'blue' }], removed: [{ path: 'colour', value: 'red' }] },
      }),
    ]),
  );
  const after = await dump();
  t.match(after, {
    [`thing:b:${id}`]: bodyOf(id, 2).toString(),
    'thing:u:key:b': id,
    'thing:x:colour:blue': [id, '1000'],
    'thing:t:lastModifiedAt': [id, '3000'],
    'thing:t:createdAt': [id, '1000'],
  });
  t.notOk('thing:u:key:a' in after || 'thing:x:colour:red' in after);
  await store.commit(
    changeSet([
      writeOf(id, {
        expectedVersion: 2,
        body: undefined,
        unique: { added: [], removed: [key('b')] },
        indexes: { added: [], removed: [{ path: 'colour', value: 'blue' }] },
      }),
    ]),
  );
  t.same(await dump(), { seq: '3' });
});

test('refuses another version than the stored one, and a deleted resource as not found (ERR033)', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  await store.commit(changeSet([writeOf(id, { body: bodyOf(id, 7) })]));
  const before = await dump();
  for (const expectedVersion of [6, 8, 77]) {
    const { status, entries } = await refusalOf(
      store.commit(changeSet([writeOf(id, { expectedVersion, body: bodyOf(id, expectedVersion + 1) })])),
    );
    t.equal(status, 409);
    t.match(entries, [{ code: 'ConcurrentModification', currentVersion: 7 }]);
  }
  const { status, entries } = await refusalOf(store.commit(changeSet([writeOf(randomUUID(), { expectedVersion: 1 })])));
  t.match([status, entries], [404, [{ code: 'ResourceNotFound' }]]);
  t.same(await dump(), before);
});

test('refuses a unique value that another resource has (ERR018)', async t => {
  const { store, changeSet, dump } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a, { unique: added(key('taken')) })]));
  const before = await dump();
  t.match((await refusalOf(store.commit(changeSet([writeOf(b, { unique: added(key('taken')) })])))).entries, [
    { code: 'DuplicateField', field: 'key', duplicateValue: 'taken' },
  ]);
  t.match(
    (await refusalOf(store.commit(changeSet([writeOf(a)])))).entries,
    [{ code: 'DuplicateField', field: 'id' }],
    'an id is taken too',
  );
  t.same(await dump(), before);
  await store.commit(changeSet([writeOf(a, { expectedVersion: 1, body: bodyOf(a, 2), unique: added(key('taken')) })]));
  t.equal((await dump())['thing:u:key:taken'], a, 'the holder may name it again');
});

test('refuses references to missing resources, and deletions of referenced ones (ERR027 ERR028)', async t => {
  const { store, changeSet, dump } = openStore();
  const [target, holder] = [randomUUID(), randomUUID()];
  const nowhere = await refusalOf(
    store.commit(
      changeSet(
        [writeOf(holder)],
        new Map([
          [targetById('thing', target), 1],
          [targetByKey('thing', 'none'), 1],
        ]),
      ),
    ),
  );
  t.match(nowhere.entries, [
    { code: 'ReferencedResourceNotFound', typeId: 'thing', id: target },
    { code: 'ReferencedResourceNotFound', typeId: 'thing', key: 'none' },
  ]);
  t.same(await dump(), {});

  await store.commit(changeSet([writeOf(target, { unique: added(key('held')) })]));
  await store.commit(
    changeSet(
      [writeOf(holder)],
      new Map([
        [targetById('thing', target), 1],
        [targetByKey('thing', 'held'), 1],
      ]),
    ),
  );
  t.same((await dump()).refs, { [`thing/${target}`]: '1', 'thing/key=held': '1' });
  const deletion = () =>
    changeSet([
      writeOf(target, {
        expectedVersion: 1,
        body: undefined,
        unreferenced: true,
        unique: { added: [], removed: [key('held')] },
      }),
    ]);
  const before = await dump();
  t.match((await refusalOf(store.commit(deletion()))).entries, [
    { code: 'ReferenceExists' },
    { code: 'ReferenceExists' },
  ]);
  t.same(await dump(), before);
  await store.commit(
    changeSet(
      [writeOf(holder, { expectedVersion: 1, body: undefined })],
      new Map([
        [targetById('thing', target), -1],
        [targetByKey('thing', 'held'), -1],
      ]),
    ),
  );
  await store.commit(deletion());
  t.same(await dump(), { seq: '4' });
});

test('reports all failed checks of a commit together, and writes nothing (ERR004)', async t => {
  const { store, changeSet, dump } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a, { unique: added(key('one'), key('two')) })]));
  const before = await dump();
  const { entries } = await refusalOf(
    store.commit(
      changeSet(
        [writeOf(randomUUID()), writeOf(b, { unique: added(key('one'), key('two')) })],
        new Map([[targetById('thing', randomUUID()), 1]]),
      ),
    ),
  );
  t.same(
    entries.map(({ code }) => code),
    ['DuplicateField', 'DuplicateField', 'ReferencedResourceNotFound'],
  );
  t.same(await dump(), before);
});

test('writes several resources in one commit', async t => {
  const { store, changeSet, dump } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a)]));
  await store.commit(
    changeSet([writeOf(a, { expectedVersion: 1, body: bodyOf(a, 2) }), writeOf(b, { typeId: 'other' })]),
  );
  t.match(await dump(), { [`thing:b:${a}`]: bodyOf(a, 2).toString(), [`other:b:${b}`]: bodyOf(b, 1).toString() });
});

test('writes a commit once that is sent again, and answers as before', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  const creation = changeSet([writeOf(id, { unique: added(key('once')) })]);
  await store.commit(creation);
  const update = changeSet(
    [writeOf(id, { expectedVersion: 1, body: bodyOf(id, 2) })],
    new Map([[targetById('thing', id), 1]]),
  );
  await store.commit(update);
  const after = await dump();
  await store.commit(update);
  await store.commit(creation);
  t.same(await dump(), after, 'neither a conflict nor a second write');
  t.equal(after.seq, '2');
});

test('accepts a refused commit that is sent again when its checks hold', async t => {
  const { store, changeSet } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  const creation = changeSet([writeOf(b)], new Map([[targetById('thing', a), 1]]));
  await t.rejects(store.commit(creation));
  await store.commit(changeSet([writeOf(a)]));
  await t.resolves(store.commit(creation));
});

test('stores keys and values of any text unchanged', async t => {
  const { store, changeSet, projectKey } = openStore();
  for (const value of ['{other}', 'a:b', '*', '\u0000', 'é'.repeat(100), '', '"']) {
    const id = randomUUID();
    await store.commit(changeSet([writeOf(id, { unique: added(key(value)) })]));
    t.equal(await store.findId(projectKey, 'thing', 'key', value), id);
  }
});

test('sends the script again to a Redis that does not know it any more', async t => {
  const { redis, store, changeSet, dump } = openStore();
  const [first, ...others] = Array.from({ length: 5 }, () => randomUUID());
  await store.commit(changeSet([writeOf(first!)]));
  await (redis as Redis).script('FLUSH');
  await Promise.all(others.map(id => store.commit(changeSet([writeOf(id)]))));
  t.equal((await dump()).seq, '5');
});

test('counts uses up to their limit', async t => {
  const { store, changeSet, projectKey } = openStore();
  const refusal = errorEntry('DiscountCodeNonApplicable', { discountCode: 'SALE', reason: 'MaxApplicationReached' });
  const use = (max?: number) =>
    store.commit({ ...changeSet([writeOf(randomUUID())]), counts: [{ name: 'sale', max, refusal }] });
  await use(2);
  await use(2);
  t.match((await refusalOf(use(2))).entries, [refusal]);
  t.same(await store.usageCounts(projectKey, ['sale', 'other']), [2, 0]);
  await use();
  t.same(await store.usageCounts(projectKey, ['sale']), [3], 'without a bound it is counted all the same');
  const rushed = await Promise.allSettled(Array.from({ length: 10 }, () => use(5)));
  t.equal(rushed.filter(({ status }) => status === 'fulfilled').length, 2);
});

test('lets only a write of the same commit take over a released exclusive target', async t => {
  const { store, changeSet } = openStore();
  const [cart, order, other, payment] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const target = targetById('payment', payment);
  await store.commit(changeSet([writeOf(cart, { exclusive: { added: [target], removed: [] } })]));
  t.match(
    (await refusalOf(store.commit(changeSet([writeOf(other, { exclusive: { added: [target], removed: [] } })]))))
      .entries,
    [{ code: 'InvalidOperation' }],
  );
  await store.commit(
    changeSet([
      writeOf(order, { exclusive: { added: [target], removed: [] } }),
      writeOf(cart, { expectedVersion: 1, body: bodyOf(cart, 2), exclusive: { added: [], removed: [target] } }),
    ]),
  );
  t.match(
    (await refusalOf(store.commit(changeSet([writeOf(other, { exclusive: { added: [target], removed: [] } })]))))
      .entries,
    [{ code: 'InvalidOperation' }],
  );
});

test('throws StaleReadError and writes nothing when a read that the client did not name is stale', async t => {
  const { store, changeSet, dump } = openStore();
  const [stock, order] = [randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(stock, { body: bodyOf(stock, 3) })]));
  const before = await dump();
  await t.rejects(
    store.commit(
      changeSet([writeOf(order), writeOf(stock, { expectedVersion: 2, body: bodyOf(stock, 3), retryIfStale: true })]),
    ),
    { name: 'StaleReadError' },
  );
  t.same(await dump(), before);
});
