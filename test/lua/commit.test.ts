/** The writes of lua/commit/commit.lua, through the store that builds its arguments. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { targetById } from '../../src/store/target.js';
import { matchWhole } from '../support/matchWhole.js';
import { addedValues, bodyOf, commitRefusal, keyValue, openStore, writeOf } from '../support/store.js';

test('writes body, unique key, lists and indexes of a creation', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  await store.commit(
    changeSet([
      writeOf(id, {
        unique: addedValues(keyValue('a')),
        indexes: addedValues({ path: 'colour', value: 'red' }),
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

test('moves the changed values of an update, and removes everything of a deletion', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  await store.commit(
    changeSet(
      [writeOf(id, { unique: addedValues(keyValue('a')), indexes: addedValues({ path: 'colour', value: 'red' }) })],
      new Map([]),
    ),
  );
  await store.commit(
    changeSet([
      writeOf(id, {
        expectedVersion: 1,
        body: bodyOf(id, 2),
        lastModifiedAtMs: 3_000,
        unique: { added: [keyValue('b')], removed: [keyValue('a')] },
        indexes: { added: [{ path: 'colour', value: 'blue' }], removed: [{ path: 'colour', value: 'red' }] },
      }),
    ]),
  );
  const after = await dump();
  matchWhole(t, after, {
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
        unique: { added: [], removed: [keyValue('b')] },
        indexes: { added: [], removed: [{ path: 'colour', value: 'blue' }] },
      }),
    ]),
  );
  t.same(await dump(), { seq: '3' });
});

test('writes several resources in one commit', async t => {
  const { store, changeSet, dump } = openStore();
  const [a, b] = [randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a)]));
  await store.commit(
    changeSet([writeOf(a, { expectedVersion: 1, body: bodyOf(a, 2) }), writeOf(b, { typeId: 'other' })]),
  );
  matchWhole(t, await dump(), { [`thing:b:${a}`]: bodyOf(a, 2).toString(), [`other:b:${b}`]: bodyOf(b, 1).toString() });
});

test('writes a commit once that is sent again, and answers as before', async t => {
  const { store, changeSet, dump } = openStore();
  const id = randomUUID();
  const creation = changeSet([writeOf(id, { unique: addedValues(keyValue('once')) })]);
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

test('stores keys and values of any text unchanged', async t => {
  const { store, changeSet, projectKey } = openStore();
  for (const value of ['{other}', 'a:b', '*', '\u0000', 'é'.repeat(100), '', '"']) {
    const id = randomUUID();
    await store.commit(changeSet([writeOf(id, { unique: addedValues(keyValue(value)) })]));
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

test('replaces only the first bytes of a body whose other bytes stay', async t => {
  const { store, changeSet, redis, projectKey } = openStore();
  const id = randomUUID();
  const [before, after] = [bodyOf(id, 1, { tail: 'kept' }), bodyOf(id, 2, { tail: 'sent' })];
  const unchangedFrom = before.indexOf(',"tail"');
  await store.commit(changeSet([writeOf(id, { body: before })]));
  const stored = () => redis.get(keys.body(projectKey, 'thing', id));
  await store.commit(changeSet([writeOf(id, { expectedVersion: 1, body: after, unchangedFrom })]));
  t.equal(await stored(), bodyOf(id, 2, { tail: 'kept' }).toString());
  const longer = bodyOf(id, 3, { tail: 'another length' });
  matchWhole(
    t,
    (await commitRefusal(store.commit(changeSet([writeOf(id, { expectedVersion: 2, body: longer, unchangedFrom })]))))
      .entries,
    [{ code: 'ConcurrentModification', currentVersion: 2 }],
  );
  t.equal(await stored(), bodyOf(id, 2, { tail: 'kept' }).toString(), 'a body of another length is not patched');
});
