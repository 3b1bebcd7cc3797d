/** Commits run at once, and share their waits for replicas; each has a limit of its own. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import {
  callOf,
  changeOf,
  commandsOf,
  messagesOf,
  openRunner,
  processOf,
  runConfirmed,
  startPair,
  waitingClient,
  whyNoWaitaof,
} from '../support/replicas.js';
import { matchWhole } from '../support/matchWhole.js';
import { monitorCommands, startOwnServer } from '../support/startOwnServer.js';
import { bodyOf, writeOf } from '../support/store.js';
import { waitUntil } from '../support/waitUntil.js';
import type { DataStore } from '../../src/store/DataStore.js';
import { createStore } from '../../src/store/createStore.js';

const longMs = 60_000;
const startAlone = async (): Promise<Redis> => (await startOwnServer([])) as Redis;
const namesOf = (seen: readonly string[][]): string[] => seen.map(([name]) => name!);
const batches = (count: number): string[] => [...Array.from({ length: count }, () => 'evalsha'), 'wait'];

const create = (store: DataStore, projectKey: string): Promise<void> =>
  store.commit(changeOf(projectKey, writeOf(randomUUID())));

/** Ends a wait as if its limit had passed. */
const unblock = async (redis: Redis): Promise<void> => {
  await redis.client('UNBLOCK', await waitingClient(redis));
};

/** Resolves when the projects together have this number of commits. */
const waitForCommits = (redis: Redis, projectKeys: readonly string[], count: number): Promise<void> =>
  waitUntil(async () => {
    const counts = await redis.mget(projectKeys.map(projectKey => `{${projectKey}}:seq`));
    return counts.reduce((sum, each) => sum + Number(each ?? 0), 0) === count;
  });

test('runs commits while others wait for replicas, and lets the next wait cover all of them', async t => {
  const redis = await startAlone();
  const seen = await commandsOf(redis, { durabilityWaitMs: longMs }, async store => {
    const first = [create(store, 'p'), create(store, 'q')];
    const waiting = await waitingClient(redis);
    const later: Promise<void>[] = [];
    for (const projectKey of ['r', 's', 'p']) {
      later.push(create(store, projectKey));
      await waitForCommits(redis, ['p', 'q', 'r', 's'], 2 + later.length);
    }
    t.equal(await waitingClient(redis), waiting, 'the first wait has not ended');
    await unblock(redis);
    await messagesOf(first);
    await unblock(redis);
    await messagesOf(later);
  });
  t.same(namesOf(seen), [...batches(1), ...batches(3)]);
});

test('lets all batches of a project that come during a wait share the next one', async t => {
  const redis = await startAlone();
  const seen = await commandsOf(redis, { durabilityWaitMs: longMs }, async store => {
    const commits = messagesOf(Array.from({ length: 400 }, () => create(store, 'p')));
    await waitForCommits(redis, ['p'], 400);
    await unblock(redis);
    await unblock(redis);
    matchWhole(
      t,
      [...new Set(await commits)],
      [/^The change was written, but not confirmed by 1 replica\(s\) within 60000 ms/],
    );
  });
  t.same(namesOf(seen), [...batches(1), ...batches(16)]);
});

test('keeps the order of commits whose batches share a wait', async t => {
  const redis = await startAlone();
  const id = randomUUID();
  const seen = await commandsOf(redis, { durabilityWaitMs: longMs }, async store => {
    const bodies = [1, 2, 3, 4, 5].map(version => bodyOf(id, version));
    const writes = bodies.map((body, at) => writeOf(id, { body, expectedVersion: at === 0 ? undefined : at }));
    const commits = messagesOf(writes.map(write => store.commit(changeOf('p', write))));
    await waitForCommits(redis, ['p'], 5);
    t.equal(await redis.get(`{p}:thing:b:${id}`), bodies.at(-1)!.toString());
    await unblock(redis);
    await unblock(redis);
    t.equal((await commits).filter(message => message.startsWith('The change was written')).length, 5);
  });
  t.same(namesOf(seen), [...batches(1), ...batches(4)]);
});

test('gives a commit that ran during another wait only the rest of its limit', async t => {
  const redis = await startAlone();
  const seen = await commandsOf(redis, { durabilityWaitMs: longMs }, async store => {
    const first = create(store, 'p');
    await waitingClient(redis);
    const second = create(store, 'q');
    await waitForCommits(redis, ['p', 'q'], 2);
    // The pause uses up a part of the limit.
    await setTimeout(50);
    await unblock(redis);
    await messagesOf([first]);
    await unblock(redis);
    await messagesOf([second]);
  });
  const limits = seen.filter(([name]) => name === 'wait').map(([, , ms]) => Number(ms));
  t.equal(limits.length, 2);
  t.equal(limits[0], longMs);
  t.ok(limits[1]! < longMs, `the second wait has ${limits[1]} ms left`);
});

test('refuses each of many commits at its limit where no replica answers, and says that it was written', async t => {
  const redis = await startAlone();
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const seen = await commandsOf(redis, { durabilityWaitMs: 300 }, async store => {
    const commits: Promise<void>[] = [];
    for (const id of ids) {
      commits.push(store.commit(changeOf('p', writeOf(id))));
      commits.at(-1)!.catch(() => undefined);
      await setTimeout(25);
    }
    t.same(
      [...new Set(await messagesOf(commits))],
      [
        'The change was written, but not confirmed by 1 replica(s) within 300 ms. ' +
          'Read the resource before you try again.',
      ],
    );
  });
  t.equal(await redis.exists(ids.map(id => `{p}:thing:b:${id}`)), 20);
  for (const [name, , ms] of seen) if (name === 'wait') t.ok(Number(ms) > 0 && Number(ms) <= 300, `a wait of ${ms} ms`);
});

test('distinguishes commits that were sent to a silent server from unsent ones, which never run', async t => {
  const redis = await startAlone();
  const pid = await processOf(redis);
  const runner = openRunner(redis);
  t.teardown(() => runner.close());
  const store = createStore(redis, { runCommit: runner.run });
  await messagesOf([create(store, 'p')]);
  process.kill(pid, 'SIGSTOP');
  const ids = [randomUUID(), randomUUID()] as const;
  const sent = store.commit(changeOf('p', writeOf(ids[0])));
  await setTimeout(50);
  const unsent = store.commit(changeOf('p', writeOf(ids[1])));
  const messages = await messagesOf([sent, unsent]);
  process.kill(pid, 'SIGCONT');
  matchWhole(t, messages, [
    /^The data store did not answer, so it is not known whether the change was written/,
    /^The change was not written: the data store cannot be reached/,
  ]);
  await waitUntil(async () => (await redis.exists(`{p}:thing:b:${ids[0]}`)) === 1);
  // A later commit runs, and the refused one does not.
  await waitUntil(async () => (await messagesOf([create(store, 'p')]))[0]!.startsWith('The change was written'));
  t.equal(await redis.exists(`{p}:thing:b:${ids[1]}`), 0);
});

test('says that a change was not written where the server is away', async t => {
  const redis = await startAlone();
  const runner = openRunner(redis);
  t.teardown(() => runner.close());
  const store = createStore(redis, { runCommit: runner.run });
  await messagesOf([create(store, 'p')]);
  process.kill(await processOf(redis), 'SIGKILL');
  await waitUntil(async () => (await redis.ping().catch(() => 'away')) === 'away');
  matchWhole(t, await messagesOf([create(store, 'p'), create(store, 'q')]), [
    /^The change was not written: the data store cannot be reached/,
    /^The change was not written: the data store cannot be reached/,
  ]);
});

test('confirms reads only if the data is stored as it was read, and sends nothing without replicas', async t => {
  const { master } = await startPair();
  const id = randomUUID();
  const check = (expectedVersion: number) => [{ typeId: 'thing', id, expectedVersion }];
  const seen = await commandsOf(master, { durabilityWaitMs: longMs }, async store => {
    t.same(await messagesOf([store.commit(changeOf('p', writeOf(id)))]), ['fulfilled']);
    t.same(await messagesOf([store.confirm('p', check(1)), store.confirm('p')]), ['fulfilled', 'fulfilled']);
    t.same(await messagesOf([store.confirm('p', check(2))]), [
      `Object ${id} has a different version than expected. Expected: 2 - Actual: 1.`,
    ]);
    await createStore(master).confirm('p', check(2));
  });
  t.same(namesOf(seen), [...batches(1), ...batches(1), ...batches(1)]);
});

test('reports why the server refused a change', async t => {
  const redis = await startAlone();
  const runner = openRunner(redis);
  t.teardown(() => runner.close());
  const store = createStore(redis, { runCommit: runner.run });
  await messagesOf([create(store, 'p')]);
  const refused = async (): Promise<string[]> => messagesOf([create(store, 'p')]);
  await redis.config('SET', 'min-replicas-to-write', '1');
  t.same(await refused(), [
    'The data store refuses changes, because too few of its replicas are connected, or its files are being ' +
      'written anew. Reads are answered.',
  ]);
  await redis.call('REPLICAOF', '127.0.0.1', '1');
  t.same(await refused(), ['The data store refuses changes, because it is a read-only replica. Reads are answered.']);
});

test('waits for replicas on the connection of a retry, although the commit had run', async t => {
  const { master, replica } = await startPair();
  const [patient, hasty] = [openRunner(master, { durabilityWaitMs: longMs }), openRunner(master)];
  t.teardown(() => [patient, hasty].forEach(runner => runner.close()));
  const call = callOf('c-1', 'a');
  t.same(await runConfirmed(patient, call), []);
  await replica.call('REPLICAOF', 'NO', 'ONE');
  matchWhole(t, await runConfirmed(hasty, call).catch((error: unknown) => error), { status: 503 });
});

test('runs a commit again whose connection broke while it waited, and waits on the new connection', async t => {
  const redis = await startAlone();
  const seen = await commandsOf(redis, { durabilityWaitMs: longMs }, async store => {
    const commit = messagesOf([create(store, 'p')]);
    const first = await waitingClient(redis);
    await redis.client('KILL', 'ID', first);
    await waitUntil(async () => (await waitingClient(redis)) !== first);
    await unblock(redis);
    matchWhole(t, await commit, [/^The change was written, but not confirmed/]);
  });
  t.same(namesOf(seen), [...batches(1), ...batches(1)]);
  t.equal(await redis.get('{p}:seq'), '1', 'the second run wrote nothing anew');
});

test('sends WAIT behind the script where the server does not know the script', async t => {
  const { master } = await startPair();
  const runner = openRunner(master, { durabilityWaitMs: longMs });
  const seen: string[] = [];
  const stopMonitor = await monitorCommands(master, ([name]) => {
    if (['eval', 'evalsha', 'wait'].includes(name!)) seen.push(name!);
  });
  t.teardown(() => {
    runner.close();
    stopMonitor();
  });
  for (const commitId of ['c-1', 'c-2']) t.same(await runConfirmed(runner, callOf(commitId, commitId)), []);
  await waitUntil(() => seen.length === 6);
  t.same(seen, ['evalsha', 'wait', 'eval', 'wait', 'evalsha', 'wait']);
});

const skip = await whyNoWaitaof(await startAlone());

test('waits by WAIT before WAITAOF on one connection, both within the limit', { skip }, async t => {
  const { master } = await startPair();
  const seen = await commandsOf(master, { durability: 'replicas-disk', durabilityWaitMs: longMs }, async store => {
    for (let at = 0; at < 3; at++) t.same(await messagesOf([create(store, 'p')]), ['fulfilled']);
  });
  t.same(namesOf(seen), Array.from({ length: 3 }, () => ['evalsha', 'wait', 'waitaof']).flat());
  seen.forEach(([name, ...args], at) => {
    if (name !== 'waitaof') return;
    t.same(args.slice(0, 2), ['1', '1']);
    t.ok(Number(args[2]) <= Number(seen[at - 1]![2]), `WAITAOF has ${args[2]} ms of the ${seen[at - 1]![2]} of WAIT`);
  });
});
