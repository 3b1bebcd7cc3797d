/** A stored fact is mended only if it and the bodies are unchanged since they were read. */
import { randomUUID } from 'node:crypto';
import { keys } from '../../src/store/keys.js';
import { type StoredFact, StoreMender } from '../../src/store/StoreMender.js';
import { startQuayside } from '../support/quayside.js';
import { test } from '../support/tap.js';

const {
  services: { redis },
} = await startQuayside();
const mender = new StoreMender(redis);

const typeId = 'zone';
const id = '1';
const bodies = [{ typeId, id, version: 7 }];
const fieldIndex = { typeId, path: 'custom.fields.code' };
const fieldName = 'zone:custom.fields.code';

type Fact = Omit<StoredFact, 'key'>;

const score: Fact = { form: 'zset', member: id, found: 5, wanted: 6, bodies };
const text: Fact = { form: 'string', found: 'a', wanted: 'b', bodies };
const count: Fact = { form: 'hash', member: 'm', found: 5, wanted: 6 };
const whole: Fact = { form: 'key', found: 1, wanted: null };

interface Row {
  readonly name: string;
  readonly fact: Fact;
  readonly isMended: boolean;
  readonly prepare?: (projectKey: string, key: string) => Promise<unknown>;
  /** The value of the key afterwards. */
  readonly after: string | null;
}

const changeBody = (projectKey: string): Promise<unknown> =>
  redis.set(keys.body(projectKey, typeId, id), `{"id":"${id}","version":8,"createdAt":""}`);
const damageBody = (projectKey: string): Promise<unknown> => redis.set(keys.body(projectKey, typeId, id), '');
const addIndex = (projectKey: string): Promise<unknown> =>
  redis.hset(keys.fieldIndexes(projectKey), fieldName, 'complete 1');
const removeIndex = (projectKey: string): Promise<unknown> =>
  redis.sadd(keys.fieldIndexRemovals(projectKey), fieldName);

const rows: readonly Row[] = [
  { name: 'a score', fact: score, isMended: true, after: '6' },
  { name: 'a score that is the same number', fact: { ...score, found: '5.0' }, isMended: true, after: '6' },
  { name: 'a surplus entry', fact: { ...score, wanted: null }, isMended: true, after: null },
  { name: 'a missing entry', fact: { ...score, member: 'other', found: null }, isMended: true, after: '6' },
  { name: 'a missing entry that is there by now', fact: { ...score, found: null }, isMended: false, after: '5' },
  { name: 'a score that has changed', fact: { ...score, found: 4 }, isMended: false, after: '5' },
  { name: 'a score of a body that has changed', fact: score, prepare: changeBody, isMended: false, after: '5' },
  {
    name: 'an entry of a body that came into being',
    fact: { ...score, wanted: null, bodies: [{ typeId, id }] },
    isMended: false,
    after: '5',
  },
  {
    name: 'an entry of a body that is gone',
    fact: { ...score, wanted: null, bodies: [{ typeId, id: 'gone' }] },
    isMended: true,
    after: null,
  },
  { name: 'an entry of a body that is damaged', fact: score, prepare: damageBody, isMended: false, after: '5' },
  { name: 'a text', fact: text, isMended: true, after: 'b' },
  { name: 'a text that has changed', fact: { ...text, found: 'c' }, isMended: false, after: 'a' },
  {
    name: 'a text that two bodies decide about',
    fact: { ...text, bodies: [...bodies, { typeId, id: 'gone', version: 1 }] },
    isMended: false,
    after: 'a',
  },
  { name: 'a surplus text', fact: { ...text, wanted: null }, isMended: true, after: null },
  { name: 'a count', fact: count, isMended: true, after: '6' },
  { name: 'a count that has changed', fact: { ...count, found: 4 }, isMended: false, after: '5' },
  { name: 'a count of nothing', fact: { ...count, wanted: null }, isMended: true, after: null },
  { name: 'a whole key', fact: whole, isMended: true, after: null },
  {
    name: 'an entry of an index that the project has',
    fact: { ...score, fieldIndex: { ...fieldIndex, exists: true } },
    prepare: addIndex,
    isMended: true,
    after: '6',
  },
  {
    name: 'an entry of an index that is gone',
    fact: { ...score, fieldIndex: { ...fieldIndex, exists: true } },
    isMended: false,
    after: '5',
  },
  {
    name: 'a list of no index',
    fact: { ...score, ...whole, fieldIndex: { ...fieldIndex, exists: false } },
    isMended: true,
    after: null,
  },
  {
    name: 'a list of an index that was added',
    fact: { ...score, ...whole, fieldIndex: { ...fieldIndex, exists: false } },
    prepare: addIndex,
    isMended: false,
    after: '5',
  },
  {
    name: 'a list that a job deletes',
    fact: { ...score, ...whole, fieldIndex: { ...fieldIndex, exists: false } },
    prepare: removeIndex,
    isMended: false,
    after: '5',
  },
];

for (const { name, fact, prepare, isMended, after } of rows)
  test(`${isMended ? 'mends' : 'leaves'} ${name}`, async t => {
    const projectKey = `m-${randomUUID().slice(0, 13)}`;
    const key = `${keys.prefix(projectKey)}fact`;
    await redis.set(keys.body(projectKey, typeId, id), `{"id":"${id}","version":7,"createdAt":""}`);
    if (fact.form === 'string') await redis.set(key, 'a');
    else if (fact.form === 'hash') await redis.hset(key, 'm', 5);
    else await redis.zadd(key, 5, id);
    await prepare?.(projectKey, key);
    t.equal(await mender.mend(projectKey, { key, ...fact }), isMended);
    const found = {
      string: () => redis.get(key),
      hash: () => redis.hget(key, 'm'),
      zset: () => redis.zscore(key, fact.member ?? id),
      key: () => redis.zscore(key, id),
    };
    t.equal(await found[fact.form](), after);
    for (const used of [
      key,
      keys.body(projectKey, typeId, id),
      keys.fieldIndexes(projectKey),
      keys.fieldIndexRemovals(projectKey),
    ])
      await redis.del(used);
  });

test('a new hash of sums expires with its day, and an old one as before', async t => {
  const projectKey = `m-${randomUUID().slice(0, 13)}`;
  const key = keys.totals(projectKey, 'orders', '2026-11-27');
  const expiresAt = Math.floor(Date.now() / 1_000) + 1_000;
  const sum = { key, form: 'hash', member: 'm', found: null, wanted: 3, expiresAt } as const;
  t.equal(await mender.mend(projectKey, sum), true);
  t.equal(await redis.expiretime(key), expiresAt);
  t.equal(await mender.mend(projectKey, { ...sum, member: 'n', expiresAt: expiresAt + 1 }), true);
  t.equal(await redis.expiretime(key), expiresAt);
  await redis.del(key);
});
