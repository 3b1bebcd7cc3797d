/** Compressed bodies: whole writes, and patches of compressed and of short ones. */
import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import type { ResourceWrite } from '../../src/store/ChangeSet.js';
import { keys } from '../../src/store/keys.js';
import { observedStore } from './observedStore.js';
import { commitRefusal, writeOf } from '../support/store.js';

const time = '2026-11-23T10:00:00.000Z';
/** The head ends after 256 bytes; the rest compresses well. */
const headBytes = 256;

const orderBody = (id: string, version: number, state: string, rest = 'line item ', repeats = 400): Buffer => {
  const head = `{"id":"${id}","version":${version},"createdAt":"${time}","lastModifiedAt":"${time}","orderState":"${state}"`;
  return Buffer.from(`${head.padEnd(headBytes)},"lineItems":"${rest.repeat(repeats)}"}`);
};

const write = (id: string, version: number, state: string, more: Partial<ResourceWrite> = {}): ResourceWrite =>
  writeOf(id, {
    typeId: 'order',
    compression: 'changing',
    body: orderBody(id, version, state),
    ...(version === 1
      ? {}
      : { expectedVersion: version - 1, expectedTimes: { createdAt: time, lastModifiedAt: time } }),
    ...more,
  });

const patch = (id: string, version: number, state: string): ResourceWrite =>
  write(id, version, state, { unchangedFrom: headBytes });

for (const [title, repeats, patchEnd] of [
  ['compressed', 400, 901],
  ['plain, since it is short', 10, headBytes],
] as const)
  test(`patches a body that is stored ${title}`, async t => {
    const { store, changeSet, projectKey, redis } = observedStore();
    const id = randomUUID();
    const key = keys.body(projectKey, 'order', id);
    const bodyOf = (version: number, state: string): Buffer => orderBody(id, version, state, 'line item ', repeats);
    await store.commit(changeSet([write(id, 1, 'Open', { body: bodyOf(1, 'Open') })]));
    const stored = await redis.getBuffer(key);
    t.equal(stored?.[0] === 2, repeats === 400);
    const expected = bodyOf(2, 'Confirmed');
    await store.commit(changeSet([{ ...patch(id, 2, 'Confirmed'), body: expected }]));
    const patched = await redis.getBuffer(key);
    t.equal(patched?.length, stored?.length);
    t.strictSame(patched?.subarray(patchEnd), stored?.subarray(patchEnd), 'the rest keeps its bytes');
    t.strictSame(await store.body(projectKey, 'order', id), expected);
    t.strictSame(await store.body(projectKey, 'order', id, 65_536), expected);
    t.strictSame(await store.bodies(projectKey, 'order', [id, randomUUID()]), [expected, null]);
    t.strictSame(await store.bodyLengths(projectKey, 'order', [id, randomUUID()]), [expected.length, 0]);
  });

test('writes the whole body where a patch would reach behind its plain part', async t => {
  const { store, changeSet, projectKey } = observedStore();
  const id = randomUUID();
  await store.commit(changeSet([write(id, 1, 'Open')]));
  const body = orderBody(id, 2, 'Confirmed', 'item line ');
  await store.commit(changeSet([write(id, 2, 'Confirmed', { body, unchangedFrom: 897 })]));
  t.strictSame(await store.body(projectKey, 'order', id), body);
});

test('refuses a patch of a body with another length, version or time', async t => {
  const { store, changeSet, projectKey } = observedStore();
  const id = randomUUID();
  await store.commit(changeSet([write(id, 1, 'Open')]));
  for (const stale of [
    { ...patch(id, 2, 'Confirmed'), body: orderBody(id, 2, 'Confirmed', 'line items ') },
    { ...patch(id, 2, 'Confirmed'), expectedVersion: 2 },
    { ...patch(id, 2, 'Confirmed'), expectedTimes: { createdAt: time, lastModifiedAt: '2026-11-23T10:00:00.001Z' } },
  ]) {
    const { entries } = await commitRefusal(store.commit(changeSet([stale])));
    t.strictSame(
      entries.map(({ code, currentVersion }) => ({ code, currentVersion })),
      [{ code: 'ConcurrentModification', currentVersion: 1 }],
    );
  }
  t.strictSame(await store.body(projectKey, 'order', id), orderBody(id, 1, 'Open'));
});

test('compresses no body of a type that does not say so', async t => {
  const { store, changeSet, projectKey, redis } = observedStore();
  const id = randomUUID();
  const body = orderBody(id, 1, 'Open');
  await store.commit(changeSet([writeOf(id, { body })]));
  t.strictSame(await redis.getBuffer(keys.body(projectKey, 'thing', id)), body);
});
