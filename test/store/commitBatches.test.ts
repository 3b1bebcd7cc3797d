/** Batches: all commits of one turn of the event loop run in one call of lua/commit/commit.lua. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { test } from '../support/tap.js';
import { createStore } from '../../src/store/createStore.js';
import type { ChangeSet } from '../../src/store/ChangeSet.js';
import { errorEntry } from '../../src/base/errors/ApiError.js';
import { keys } from '../../src/store/keys.js';
import { targetById } from '../../src/store/target.js';
import { addedValues, bodyOf, commitRefusal, keyValue, openStore, writeOf } from '../support/store.js';
import { bodyCounts, observedStore } from './observedStore.js';
import { Random } from '../../examples/sample-shop/choices.js';
import { matchWhole } from '../support/matchWhole.js';

const outcomes = async (commits: readonly Promise<void>[]): Promise<string[]> =>
  (await Promise.allSettled(commits)).map(({ status }) => status);

test('writes the commits of one turn of the event loop by one call', async t => {
  const { store, changeSet, calls, dump } = observedStore();
  const ids = Array.from({ length: 20 }, () => randomUUID()).sort();
  await Promise.all(
    ids.map(id => store.commit(changeSet([writeOf(id, { indexes: addedValues({ path: 'colour', value: 'red' }) })]))),
  );
  t.equal(calls.length, 1);
  const scored = (score: string) => ids.flatMap(id => [id, score]);
  t.same(await dump(), {
    ...Object.fromEntries(ids.map(id => [`thing:b:${id}`, bodyOf(id, 1).toString()])),
    'thing:ids': scored('0'),
    'thing:t:createdAt': scored('1000'),
    'thing:t:lastModifiedAt': scored('1000'),
    'thing:x:colour:red': scored('1000'),
    seq: '20',
  });
});

test('takes at most 24 commits into a batch, and sends the next batch when the first is answered', async t => {
  const { store, changeSet, calls } = observedStore();
  const commit = (): Promise<void> => store.commit(changeSet([writeOf(randomUUID())]));
  const first = Array.from({ length: 40 }, commit);
  await setImmediate();
  const later = Array.from({ length: 10 }, commit);
  t.equal(calls.length, 1);
  await Promise.all([...first, ...later]);
  t.same(bodyCounts(calls), [24, 24, 2]);
});

test('sends the next batch before it answers the commits of the batch before', async t => {
  const { redis, changeSet } = openStore();
  const events: string[] = [];
  const store = createStore(redis, {
    runCommit: async () => {
      events.push('sent');
      await setImmediate();
      return { microseconds: 0, results: [[]] };
    },
  });
  const commits = Array.from({ length: 30 }, async () => {
    await store.commit(changeSet([writeOf(randomUUID())]));
    events.push('answered');
  });
  await Promise.all(commits);
  t.same(events, ['sent', 'sent', ...Array.from({ length: 30 }, () => 'answered')]);
});

test('patches the right bodies of a batch, whatever else its commits check', async t => {
  const { store, changeSet, calls, dump } = observedStore();
  const ids = Array.from({ length: 6 }, () => randomUUID());
  const [a, b, c, d, e, f] = ids as [string, string, string, string, string, string];
  const body = (id: string, version: number, tail: string): Buffer => bodyOf(id, version, { tail });
  await Promise.all(ids.map(id => store.commit(changeSet([writeOf(id, { body: body(id, 1, 'kept') })]))));
  calls.length = 0;
  const patch = (id: string) =>
    writeOf(id, { expectedVersion: 1, body: body(id, 2, 'sent'), unchangedFrom: body(id, 1, '').indexOf(',"tail"') });
  const versionOf = (id: string) => ({ typeId: 'thing', id, expectedVersion: 1 });
  await Promise.all([
    store.commit(changeSet([writeOf(a, { expectedVersion: 1, body: body(a, 2, 'sent') })])),
    store.commit({ ...changeSet([patch(b)]), versionChecks: [versionOf(f)] }),
    store.commit(changeSet([writeOf(c, { expectedVersion: 1, body: body(c, 2, 'sent') }), patch(d)])),
    store.commit(changeSet([patch(e)])),
  ]);
  t.equal(calls.length, 1);
  const stored = await dump();
  t.same(
    ids.map(id => stored[`thing:b:${id}`]),
    [
      body(a, 2, 'sent'),
      body(b, 2, 'kept'),
      body(c, 2, 'sent'),
      body(d, 2, 'kept'),
      body(e, 2, 'kept'),
      body(f, 1, 'kept'),
    ].map(String),
  );
});

test('sends a large commit by itself', async t => {
  const { store, changeSet, calls } = observedStore();
  const large = (): Promise<void> => {
    const id = randomUUID();
    return store.commit(changeSet([writeOf(id, { body: bodyOf(id, 1, { text: 'x'.repeat(200 * 1024) }) })]));
  };
  await Promise.all([large(), large(), large()]);
  t.equal(calls.length, 3);
});

test('writes no part of a refused commit, and all others of its batch', async t => {
  const { store, changeSet, calls, dump } = observedStore();
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a, { unique: addedValues(keyValue('taken')) })]));
  calls.length = 0;
  const refused = commitRefusal(
    store.commit(changeSet([writeOf(b, { unique: addedValues(keyValue('taken'), keyValue('free')) })])),
  );
  await Promise.all([
    refused,
    store.commit(changeSet([writeOf(c)])),
    store.commit(changeSet([writeOf(a, { expectedVersion: 1, body: bodyOf(a, 2) })])),
  ]);
  matchWhole(t, (await refused).entries, [{ code: 'DuplicateField', field: 'key', duplicateValue: 'taken' }]);
  t.equal(calls.length, 2, 'the second call has the two that were not refused');
  t.same(await dump(), {
    [`thing:b:${a}`]: bodyOf(a, 2).toString(),
    [`thing:b:${c}`]: bodyOf(c, 1).toString(),
    'thing:ids': [a, c].sort().flatMap(id => [id, '0']),
    'thing:t:createdAt': [a, c].sort().flatMap(id => [id, '1000']),
    'thing:t:lastModifiedAt': [a, c].sort().flatMap(id => [id, '1000']),
    'thing:u:key:taken': a,
    seq: '3',
  });
});

test('names the failed checks of each refused commit of a batch', async t => {
  const { store, changeSet } = observedStore();
  const [a, b, missing] = [randomUUID(), randomUUID(), randomUUID()];
  await store.commit(changeSet([writeOf(a)]));
  const refusals = await Promise.all([
    commitRefusal(store.commit(changeSet([writeOf(b, { expectedVersion: 4 })]))),
    commitRefusal(store.commit(changeSet([writeOf(a, { expectedVersion: 9 })]))),
    commitRefusal(store.commit(changeSet([writeOf(randomUUID())], new Map([[targetById('thing', missing), 1]])))),
  ]);
  matchWhole(
    t,
    refusals.map(({ entries }) => entries),
    [
      [{ code: 'ResourceNotFound' }],
      [{ code: 'ConcurrentModification', currentVersion: 1 }],
      [{ code: 'ReferencedResourceNotFound', typeId: 'thing', id: missing }],
    ],
  );
});

test('sends a batch again, byte for byte, when its answer was lost, and writes it once', async t => {
  const { store, changeSet, calls, dump, loseNextAnswer } = observedStore();
  const ids = Array.from({ length: 5 }, () => randomUUID());
  await Promise.all(ids.map(id => store.commit(changeSet([writeOf(id)]))));
  calls.length = 0;
  loseNextAnswer();
  await Promise.all(
    ids.map(id =>
      store.commit(
        changeSet([writeOf(id, { expectedVersion: 1, body: bodyOf(id, 2) })], new Map([[targetById('thing', id), 1]])),
      ),
    ),
  );
  t.equal(calls.length, 2);
  t.same(calls[0], calls[1]);
  const { seq, refs } = await dump();
  t.equal(seq, '10');
  t.same(refs, Object.fromEntries(ids.map(id => [targetById('thing', id), '1'])));
});

test('refuses the commits that wait behind a batch without an answer, and says that they were not written', async t => {
  const { redis, changeSet } = openStore();
  let calls = 0;
  const silent = createStore(redis, {
    runCommit: async () => {
      calls++;
      await setImmediate();
      throw new Error('Command timed out');
    },
  });
  const commits = Array.from({ length: 80 }, () => silent.commit(changeSet([writeOf(randomUUID())])));
  const results = await Promise.allSettled(commits);
  t.same(
    results.map(result => (result.status === 'rejected' ? (result.reason as Error).message : result.status)),
    commits.map((_, at) =>
      at < 24
        ? 'The data store did not answer, so it is not known whether the change was written. ' +
          'Read the resource before you try again.'
        : 'The change was not written: the data store cannot be reached at the moment. Try again in a second.',
    ),
  );
  t.equal(calls, 1);
});

test('keeps commits apart that use what another one writes', async t => {
  const { store, changeSet, projectKey, redis } = observedStore();
  const [a, b] = [randomUUID(), randomUUID()];
  const claim = (id: string): Promise<void> =>
    store.commit(changeSet([writeOf(id, { unique: addedValues(keyValue('one')) })]));
  t.same(await outcomes([claim(a), claim(b)]), ['fulfilled', 'rejected'], 'a unique value has one owner');
  const use = (): Promise<void> =>
    store.commit({
      ...changeSet([]),
      counts: [{ name: 'code', max: 2, refusal: errorEntry('InvalidOperation', { message: 'used up' }) }],
    });
  t.same(
    await outcomes([use(), use(), use()]),
    ['fulfilled', 'fulfilled', 'rejected'],
    'a count stays below its limit',
  );
  t.same(await store.usageCounts(projectKey, ['code']), [2]);
  const target = targetById('thing', a);
  const deletion = store.commit(
    changeSet([
      writeOf(a, {
        expectedVersion: 1,
        body: undefined,
        unreferenced: true,
        unique: { added: [], removed: [keyValue('one')] },
      }),
    ]),
  );
  const reference = store.commit(changeSet([writeOf(b)], new Map([[target, 1]])));
  t.same(await outcomes([deletion, reference]), ['fulfilled', 'rejected'], 'a deleted target gains no reference');
  t.equal(await redis.exists(keys.references(projectKey)), 0);
});

test('loses no update of 50 writers on one resource', async t => {
  const { store, changeSet, projectKey } = observedStore();
  const id = randomUUID();
  await store.commit(changeSet([writeOf(id)]));
  let written = 0;
  const write = async (): Promise<void> => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const { version } = JSON.parse((await store.body(projectKey, 'thing', id))!.toString()) as { version: number };
      const commit = store.commit(
        changeSet([
          writeOf(id, { expectedVersion: version, body: bodyOf(id, version + 1) }),
          writeOf(randomUUID(), { typeId: 'message' }),
        ]),
      );
      const [outcome] = await outcomes([commit]);
      if (outcome === 'fulfilled') written++;
    }
  };
  const others = Array.from({ length: 200 }, () => store.commit(changeSet([writeOf(randomUUID())])));
  await Promise.all([...Array.from({ length: 50 }, write), ...others]);
  t.ok(written >= 20, `${written} updates`);
  t.same(await store.body(projectKey, 'thing', id), bodyOf(id, written + 1));
  const messages = await store.rankRange(projectKey, 'message', { by: 'id' }, { from: '-', to: '+' });
  t.same(messages, { from: 0, to: written });
});

test('writes what the same commits write one after the other', async t => {
  const { store, projectKey, dump, changeSet } = observedStore();
  const serial = openStore();
  const random = new Random(18).next;
  const pick = (count: number): number => Math.floor(random() * count);
  const ids = Array.from({ length: 8 }, () => randomUUID());
  const versions = new Map<string, number>();
  const written: ChangeSet[] = [];
  const randomChange = (): ChangeSet => {
    const id = ids[pick(ids.length)]!;
    const version = versions.get(id);
    const isDeletion = version !== undefined && pick(6) === 0;
    const value = keyValue(`k${pick(200)}`);
    return changeSet(
      [
        writeOf(id, {
          expectedVersion: version,
          body: isDeletion ? undefined : bodyOf(id, (version ?? 0) + 1),
          unreferenced: isDeletion,
          lastModifiedAtMs: pick(1_000),
          unique: isDeletion ? { added: [], removed: [] } : addedValues(value),
          indexes: isDeletion
            ? { added: [], removed: [] }
            : { added: [{ path: 'x', value: String(pick(3)) }], removed: [{ path: 'x', value: String(pick(3)) }] },
        }),
      ],
      isDeletion ? new Map() : new Map([[targetById('thing', ids[pick(ids.length)]!), pick(3) - 1]]),
    );
  };
  for (let round = 0; round < 60; round++)
    await Promise.allSettled(
      Array.from({ length: 12 }, async () => {
        const change = randomChange();
        await store.commit(change);
        const [write] = change.writes;
        written.push(change);
        if (write?.body === undefined) versions.delete(write!.id);
        else versions.set(write.id, (write.expectedVersion ?? 0) + 1);
      }),
    );
  t.ok(written.length > 100, `${written.length} of 720 commits were written`);
  for (const change of written)
    await serial.store.commit({ ...change, commitId: randomUUID(), projectKey: serial.projectKey });
  t.not(projectKey, serial.projectKey);
  t.same(await dump(), await serial.dump());
});
