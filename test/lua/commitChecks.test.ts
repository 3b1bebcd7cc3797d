/** The checks of lua/commit/commit.lua, through the store that builds its arguments. */
import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { errorEntry } from '../../src/base/errors/ApiError.js';
import { keys } from '../../src/store/keys.js';
import { targetById, targetByKey } from '../../src/store/target.js';
import { matchWhole } from '../support/matchWhole.js';
import { addedValues, bodyOf, commitRefusal, keyValue, openStore, writeOf } from '../support/store.js';

test('does not confuse a lost version with a later one of the same number', async t => {
  const { store, changeSet, redis, projectKey } = openStore();
  const id = randomUUID();
  const [lost, stored] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:09.000Z'];
  await store.commit(changeSet([writeOf(id, { body: bodyOf(id, 1, { createdAt: lost, lastModifiedAt: stored }) })]));
  const update = (lastModifiedAt: string) =>
    store.commit(
      changeSet([
        writeOf(id, {
          body: bodyOf(id, 2),
          expectedVersion: 1,
          expectedTimes: { createdAt: lost, lastModifiedAt },
        }),
      ]),
    );
  const refusal = await commitRefusal(update(lost));
  t.equal(refusal.status, 409);
  matchWhole(t, refusal.entries, [{ code: 'ConcurrentModification', currentVersion: 1 }]);
  matchWhole(t, JSON.parse((await redis.get(keys.body(projectKey, 'thing', id)))!), { version: 1 });
  await update(stored);
  matchWhole(t, JSON.parse((await redis.get(keys.body(projectKey, 'thing', id)))!), { version: 2 });
});

test('refuses another version than the stored one, and a deleted resource as not found (ERR033)', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  await store.commit(changeSet([writeOf(id, { body: bodyOf(id, 7) })]));
  const before = await dump();
  for (const expectedVersion of [6, 8, 77]) {
    const { status, entries } = await commitRefusal(
      store.commit(changeSet([writeOf(id, { expectedVersion, body: bodyOf(id, expectedVersion + 1) })])),
    );
    t.equal(status, 409);
    matchWhole(t, entries, [{ code: 'ConcurrentModification', currentVersion: 7 }]);
  }
  const { status, entries } = await commitRefusal(
    store.commit(changeSet([writeOf(randomUUID(), { expectedVersion: 1 })])),
  );
  matchWhole(t, [status, entries], [404, [{ code: 'ResourceNotFound' }]]);
  t.same(await dump(), before);
});

test('refuses a unique value that another resource has (ERR018)', async t => {
  const { store, changeSet, dump } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a, { unique: addedValues(keyValue('taken')) })]));
  const before = await dump();
  matchWhole(
    t,
    (await commitRefusal(store.commit(changeSet([writeOf(b, { unique: addedValues(keyValue('taken')) })])))).entries,
    [{ code: 'DuplicateField', field: 'key', duplicateValue: 'taken' }],
  );
  matchWhole(
    t,
    (await commitRefusal(store.commit(changeSet([writeOf(a)])))).entries,
    [{ code: 'DuplicateField', field: 'id', duplicateValue: a }],
    'an id cannot be used twice either',
  );
  t.same(await dump(), before);
  await store.commit(
    changeSet([writeOf(a, { expectedVersion: 1, body: bodyOf(a, 2), unique: addedValues(keyValue('taken')) })]),
  );
  t.equal((await dump())['thing:u:key:taken'], a, 'the resource with the value may write it again');
});

test('refuses references to missing resources, and deletions of referenced ones (ERR027, ERR028)', async t => {
  const { store, changeSet, dump } = openStore();
  const [target, holder] = [randomUUID(), randomUUID()];
  const nowhere = await commitRefusal(
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
  matchWhole(t, nowhere.entries, [
    { code: 'ReferencedResourceNotFound', typeId: 'thing', id: target },
    { code: 'ReferencedResourceNotFound', typeId: 'thing', key: 'none' },
  ]);
  t.same(await dump(), {});

  await store.commit(changeSet([writeOf(target, { unique: addedValues(keyValue('held')) })]));
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
        unique: { added: [], removed: [keyValue('held')] },
      }),
    ]);
  const before = await dump();
  matchWhole(t, (await commitRefusal(store.commit(deletion()))).entries, [{ code: 'ReferenceExists' }]);
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
  await store.commit(changeSet([writeOf(a, { unique: addedValues(keyValue('one'), keyValue('two')) })]));
  const before = await dump();
  const { entries } = await commitRefusal(
    store.commit(
      changeSet(
        [writeOf(randomUUID()), writeOf(b, { unique: addedValues(keyValue('one'), keyValue('two')) })],
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

test('accepts a refused commit that is sent again when its checks hold', async t => {
  const { store, changeSet } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  const creation = changeSet([writeOf(b)], new Map([[targetById('thing', a), 1]]));
  await t.rejects(store.commit(creation));
  await store.commit(changeSet([writeOf(a)]));
  await t.resolves(store.commit(creation));
});

test('counts uses up to their limit', async t => {
  const { store, changeSet, projectKey } = openStore();
  const refusal = errorEntry('DiscountCodeNonApplicable', {
    discountCode: 'SALE',
    identifier: 'SALE',
    reason: 'MaxApplicationReached',
  });
  const use = (max?: number) =>
    store.commit({ ...changeSet([writeOf(randomUUID())]), counts: [{ name: 'sale', max, refusal }] });
  await use(2);
  await use(2);
  matchWhole(t, (await commitRefusal(use(2))).entries, [refusal]);
  t.same(await store.usageCounts(projectKey, ['sale', 'other']), [2, 0]);
  await use();
  t.same(await store.usageCounts(projectKey, ['sale']), [3], 'uses are counted without a limit, too');
  const rushed = await Promise.allSettled(Array.from({ length: 10 }, () => use(5)));
  t.equal(rushed.filter(({ status }) => status === 'fulfilled').length, 2);
});

test('lets only a write of the same commit take over a released exclusive target', async t => {
  const { store, changeSet } = openStore();
  const [cart, order, other, payment] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const target = targetById('payment', payment);
  await store.commit(changeSet([writeOf(cart, { exclusive: { added: [target], removed: [] } })]));
  matchWhole(
    t,
    (await commitRefusal(store.commit(changeSet([writeOf(other, { exclusive: { added: [target], removed: [] } })]))))
      .entries,
    [{ code: 'InvalidOperation' }],
  );
  await store.commit(
    changeSet([
      writeOf(order, { exclusive: { added: [target], removed: [] } }),
      writeOf(cart, { expectedVersion: 1, body: bodyOf(cart, 2), exclusive: { added: [], removed: [target] } }),
    ]),
  );
  matchWhole(
    t,
    (await commitRefusal(store.commit(changeSet([writeOf(other, { exclusive: { added: [target], removed: [] } })]))))
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
