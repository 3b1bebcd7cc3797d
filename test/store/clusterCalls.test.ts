/** Calls with commits of several projects on one master of a cluster, each in its own slot, while slots move. */
import { randomUUID } from 'node:crypto';
import { t as tap, test } from '../support/tap.js';
import { connect } from '../../src/base/redis/connect.js';
import { keys } from '../../src/store/keys.js';
import { targetById } from '../../src/store/target.js';
import { matchWhole } from '../support/matchWhole.js';
import { changeOf, messagesOf } from '../support/replicas.js';
import { moveSlot, startOwnCluster } from '../support/startOwnCluster.js';
import { bodyOf, writeOf } from '../support/store.js';
import { waitUntil } from '../support/waitUntil.js';
import { observeStore } from './observedStore.js';

const cluster = await startOwnCluster({ masters: 2, args: ['--cluster-node-timeout', '15000'] });
const redis = connect(cluster.url);
tap.teardown(() => redis.disconnect());
const { store, run, calls, loseNextAnswer } = observeStore(redis);
await waitUntil(() => store.masterOf('any') !== '');

const [from, to] = [await cluster.masterOf('{a}'), await cluster.masterOf('{b}')];
/** Finds projects on the first master, and stores one resource in each. */
const openProjects = async (id: string): Promise<[string, string, string]> => {
  const found: string[] = [];
  while (found.length < 3) {
    const key = `c-${randomUUID().slice(0, 8)}`;
    if (store.masterOf(key) === `127.0.0.1:${from.port}`) found.push(key);
  }
  const create = (key: string): Promise<void> =>
    store.commit({ ...changeOf(key, writeOf(id)), references: new Map([[targetById('thing', id), 1]]) });
  await Promise.all(found.map(create));
  calls.length = 0;
  return found as [string, string, string];
};
const update = (key: string, id: string, version: number): Promise<void> =>
  store.commit(
    changeOf(
      key,
      writeOf(id, { expectedVersion: version, body: bodyOf(id, version + 1), markedForIndexing: true }),
      writeOf(randomUUID(), { typeId: 'other' }),
    ),
  );
const versionsOf = (projects: readonly string[], id: string): Promise<(number | undefined)[]> =>
  Promise.all(
    projects.map(async key => {
      const body = await store.body(key, 'thing', id);
      return body === null ? undefined : (JSON.parse(body.toString()) as { version: number }).version;
    }),
  );
const countsOf = (projects: readonly string[]): Promise<(string | null)[]> =>
  Promise.all(projects.map(key => redis.get(keys.sequence(key))));

test('writes the commits of the projects of a master by one call, and refuses some', async t => {
  const id = randomUUID();
  const projects = await openProjects(id);
  const [searched, stale, last] = projects;
  await redis.hset(keys.searchState(searched, 'thing'), 'current', '1');
  loseNextAnswer();
  const messages = await messagesOf([update(searched, id, 1), update(stale, id, 7), update(last, id, 1)]);
  matchWhole(t, messages, [
    'fulfilled',
    /^Object .* has a different version than expected. Expected: 7 - Actual: 1/,
    'fulfilled',
  ]);
  t.equal(calls.length, 2, 'the answer of the first was lost');
  t.equal(calls[0], calls[1]);
  t.same(await versionsOf(projects, id), [2, 1, 2]);
  t.same(await countsOf(projects), ['2', '1', '2']);
  const marks = await Promise.all(projects.map(key => redis.zrange(keys.dirtyMarks(key, 'thing'), 0, -1)));
  t.same(marks, [[id], [], []]);
  t.same(await redis.hgetall(keys.references(last)), { [targetById('thing', id)]: '1' });
});

for (const [moving, title] of ['the first', 'another'].entries())
  test(`holds up only the project whose slot moves, ${title} of the call`, async t => {
    const id = randomUUID();
    const projects = await openProjects(id);
    const move = await moveSlot(`{${projects[moving]}}`, from, to);
    // The body has moved, but its lists have not.
    await move.keys([keys.body(projects[moving]!, 'thing', id)]);
    let isMovedWritten = false;
    const updates = projects.map(key => update(key, id, 1));
    const moved = updates[moving]!.then(() => {
      isMovedWritten = true;
    });
    await Promise.all(updates.filter((_, at) => at !== moving));
    t.equal(isMovedWritten, false);
    await move.end();
    await moved;
    t.same(await versionsOf(projects, id), [2, 2, 2]);
    t.same(await countsOf(projects), ['2', '2', '2']);
    t.same(calls.map(({ isOfManySlots }) => isOfManySlots)[0], true);
  });

test('reports a project that has moved to another master with its written commit', async t => {
  const id = randomUUID();
  const projects = await openProjects(id);
  const [, moved] = projects;
  // For a second after a slot was found to move, projects send calls of their own.
  await waitUntil(async () => {
    await Promise.all(projects.map(key => store.commit(changeOf(key, writeOf(randomUUID())))));
    return calls.at(-1)!.isOfManySlots;
  });
  const call = calls.at(-1)!;
  const before = await countsOf(projects);
  await (await moveSlot(`{${moved}}`, from, to)).end();
  const { results } = await run(call);
  t.same(
    results.map(result => (result instanceof Error ? result.message : result)),
    [[], 'UNCONFIRMED by this master', []],
  );
  await Promise.all(projects.map(key => update(key, id, 1)));
  t.same(await versionsOf(projects, id), [2, 2, 2]);
  t.same(
    await countsOf(projects),
    before.map(count => String(Number(count) + 1)),
  );
});
