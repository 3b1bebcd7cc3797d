/** Calls with commits of several projects: problems of one project do not affect the others. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { loadScript } from '../../src/base/redis/Script.js';
import type { RepeatableCall } from '../../src/store/CommitCall.js';
import { createCommitRunner } from '../../src/store/createCommitRunner.js';
import { createStore } from '../../src/store/createStore.js';
import type { DataStore } from '../../src/store/DataStore.js';
import { keys } from '../../src/store/keys.js';
import { targetById } from '../../src/store/target.js';
import { changeOf, messagesOf, openRunner, waitingClient } from '../support/replicas.js';
import { matchWhole } from '../support/matchWhole.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { waitUntil } from '../support/waitUntil.js';
import { addedValues, bodyOf, keyValue, openStore, writeOf } from '../support/store.js';
import { bodyCounts, observedStore } from './observedStore.js';

const { redis: shared } = openStore();
/** On a cluster only projects of one master share a call (clusterCalls.test.ts). */
const skip = shared instanceof Cluster && 'these projects are on several masters';

const projectsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `c${at}-${randomUUID().slice(0, 8)}`);
const versionIn = async (store: DataStore, projectKey: string, id: string): Promise<number | undefined> => {
  const body = await store.body(projectKey, 'thing', id);
  return body === null ? undefined : (JSON.parse(body.toString()) as { version: number }).version;
};
const update = (id: string, version: number) =>
  writeOf(id, { expectedVersion: version, body: bodyOf(id, version + 1) });

test('writes the commits of many projects by one call, and counts those of each', { skip }, async t => {
  const { store, calls, redis } = observedStore();
  const projects = projectsOf(6);
  const id = randomUUID();
  const create = (projectKey: string): Promise<void> =>
    store.commit({ ...changeOf(projectKey, writeOf(id)), references: new Map([[targetById('thing', id), 1]]) });
  await Promise.all(projects.map(create));
  const others = projects.map(projectKey => store.commit(changeOf(projectKey, writeOf(randomUUID()))));
  await Promise.all([...others, ...projects.map(projectKey => store.commit(changeOf(projectKey, update(id, 1))))]);
  t.equal(calls.length, 2);
  for (const projectKey of projects) {
    t.equal(await versionIn(store, projectKey, id), 2);
    t.equal(await redis.get(keys.sequence(projectKey)), '3');
    t.equal(await redis.zcard(keys.ids(projectKey, 'thing')), 2);
    t.same(await redis.hgetall(keys.references(projectKey)), { [targetById('thing', id)]: '1' });
  }
});

test('marks the resources of those projects that are searched', { skip }, async t => {
  const { store, redis } = observedStore();
  const projects = projectsOf(3);
  const [searched] = projects as [string, string, string];
  await redis.hset(keys.searchState(searched, 'thing'), 'current', '1');
  const id = randomUUID();
  await Promise.all(projects.map(key => store.commit(changeOf(key, writeOf(id, { markedForIndexing: true })))));
  t.same(await Promise.all(projects.map(key => redis.zrange(keys.dirtyMarks(key, 'thing'), 0, -1))), [[id], [], []]);
});

test('answers each project by itself where a commit is refused, or finds damaged data', { skip }, async t => {
  const { store, calls, redis } = observedStore();
  const [fine, stale, taken, damagedBody, damagedList, last] = projectsOf(6) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const all = [fine, stale, taken, damagedBody, damagedList, last];
  const id = randomUUID();
  await Promise.all(all.map(key => store.commit(changeOf(key, writeOf(id, { unique: addedValues(keyValue('one')) })))));
  await redis.del(keys.body(damagedBody, 'thing', id));
  await redis.hset(keys.body(damagedBody, 'thing', id), 'a', 'hash');
  await redis.set(keys.ids(damagedList, 'other'), 'no list');
  calls.length = 0;
  const messages = await messagesOf([
    store.commit(changeOf(fine, update(id, 1))),
    store.commit(changeOf(stale, update(id, 7))),
    store.commit(changeOf(taken, writeOf(randomUUID(), { unique: addedValues(keyValue('one')) }))),
    store.commit(changeOf(taken, update(id, 1))),
    store.commit(changeOf(damagedBody, update(id, 1))),
    store.commit(changeOf(damagedList, writeOf(randomUUID(), { typeId: 'other' }))),
    store.commit(changeOf(last, update(id, 1))),
  ]);
  matchWhole(t, messages, [
    'fulfilled',
    /^Object .* has a different version than expected. Expected: 7 - Actual: 1/,
    /one/,
    'fulfilled',
    /WRONGTYPE/,
    /WRONGTYPE/,
    'fulfilled',
  ]);
  t.equal(calls.length, 2, 'only the batch with another refused commit is sent again');
  t.same(await Promise.all([fine, stale, taken, last].map(key => versionIn(store, key, id))), [2, 1, 2, 2]);
  t.same(await redis.mget([fine, stale, taken, last].map(keys.sequence)), ['2', '1', '2', '2']);
});

test('at the memory limit, refuses an update and accepts deletions', { skip }, async t => {
  const redis = (await startOwnServer([])) as Redis;
  const store = createStore(redis);
  const [a, b, c] = projectsOf(3) as [string, string, string];
  const id = randomUUID();
  await Promise.all([a, b, c].map(key => store.commit(changeOf(key, writeOf(id)))));
  await redis.config('SET', 'maxmemory', '1');
  const deletion = writeOf(id, { expectedVersion: 1, body: undefined });
  const messages = await messagesOf([
    store.commit(changeOf(a, update(id, 1))),
    store.commit(changeOf(b, deletion)),
    store.commit(changeOf(c, deletion)),
  ]);
  await redis.config('SET', 'maxmemory', '0');
  matchWhole(t, messages, [/it has reached its memory limit/, 'fulfilled', 'fulfilled']);
  t.same(await Promise.all([a, b, c].map(key => versionIn(store, key, id))), [1, undefined, undefined]);
});

test('writes a call once whose answer was lost, and tries again what it had not written', { skip }, async t => {
  const { store, calls, redis, loseNextAnswer } = observedStore();
  const [a, b] = projectsOf(2) as [string, string];
  const id = randomUUID();
  await Promise.all([a, b].map(key => store.commit(changeOf(key, writeOf(id)))));
  calls.length = 0;
  loseNextAnswer();
  const messages = await messagesOf([
    store.commit(changeOf(a, update(id, 1))),
    store.commit(changeOf(b, update(id, 5))),
  ]);
  matchWhole(t, messages, ['fulfilled', /^Object .* has a different version than expected. Expected: 5/]);
  t.equal(calls.length, 2);
  t.equal(calls[0], calls[1]);
  t.same(await redis.mget([a, b].map(keys.sequence)), ['2', '1']);
});

test('gives each project its share of a call', { skip }, async t => {
  const { store, calls } = observedStore();
  const [busy, quiet] = projectsOf(2) as [string, string];
  const create = (projectKey: string): Promise<void> => store.commit(changeOf(projectKey, writeOf(randomUUID())));
  const many = Array.from({ length: 100 }, () => create(busy));
  await Promise.all([create(quiet), create(quiet), ...many]);
  t.same(bodyCounts(calls), [23, 24, 24, 24, 7]);
  const ofQuiet = calls.map(
    ({ keys: names }) => new Set(names.filter(name => name.startsWith(`{${quiet}}:thing:b:`))).size,
  );
  t.same(ofQuiet, [2, 0, 0, 0, 0]);
});

test('lets no project wait for the slow call of another one', async t => {
  const { redis } = openStore();
  const run = createCommitRunner(redis);
  const [slow, quick] = projectsOf(2) as [string, string];
  let finish: () => void = () => undefined;
  const store = createStore(redis, {
    runCommit: async (call: RepeatableCall) => {
      if (call.keys.includes(keys.sequence(slow)))
        await new Promise<void>(resolve => {
          finish = resolve;
        });
      return run(call);
    },
  });
  const first = store.commit(changeOf(slow, writeOf(randomUUID())));
  await setImmediate();
  const behind = store.commit(changeOf(slow, writeOf(randomUUID())));
  await store.commit(changeOf(quick, writeOf(randomUUID())));
  finish();
  await first;
  await setImmediate();
  finish();
  await behind;
  t.equal(await redis.get(keys.sequence(slow)), '2');
});

test('on another server, repeats only commits that were written before', { skip }, async t => {
  const redis = (await startOwnServer([])) as Redis;
  const runner = openRunner(redis, { durabilityWaitMs: 60_000 });
  t.teardown(() => runner.close());
  const store = createStore(redis, { runCommit: runner.run, waitsForReplicas: true });
  const [a, b] = projectsOf(2) as [string, string];
  const id = randomUUID();
  const bodies = [keys.body(a, 'thing', id), bodyOf(id, 1), keys.body(b, 'thing', id), bodyOf(id, 3)] as const;
  await redis.mset(...bodies.slice(0, 3), bodyOf(id, 1));
  await redis.script('LOAD', loadScript('commit'));
  const messages = messagesOf([store.commit(changeOf(b, update(id, 3))), store.commit(changeOf(a, update(id, 1)))]);
  const first = await waitingClient(redis);
  // The new server does not have the first write, so the refused commit could be written there.
  await redis.flushall();
  await redis.mset(...bodies);
  await redis.client('KILL', 'ID', first);
  await waitUntil(async () => (await waitingClient(redis)) !== first);
  t.same([await versionIn(store, a, id), await versionIn(store, b, id)], [2, 3]);
  await redis.client('UNBLOCK', await waitingClient(redis));
  matchWhole(t, await messages, [
    /^Object .* has a different version than expected. Expected: 3/,
    /^The change was written, but not confirmed/,
  ]);
});
