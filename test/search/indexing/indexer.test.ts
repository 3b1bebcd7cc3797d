/** The indexer on real indexes: orders that fail, several indexers at once, projects without an index. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from '../../support/tap.js';
import { pino } from 'pino';
import { Indexer, type IndexerOptions } from '../../../src/search/indexing/Indexer.js';
import { keys } from '../../../src/store/keys.js';
import { SearchStates } from '../../../src/search/SearchStates.js';
import { entryOf, searchBench } from '../../support/searchBench.js';
import { openStore } from '../../support/store.js';
import { waitUntil } from '../../support/waitUntil.js';

const { redis, store } = openStore();
const states = new SearchStates(redis, 'order');
const lines: Record<string, unknown>[] = [];
const log = pino(
  { level: 'info' },
  {
    write: (line: string) => {
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  },
);

const start = async (changes: Partial<IndexerOptions> = {}) => {
  const bench = searchBench(redis);
  const { projectKey, indexes } = bench;
  const lags: number[] = [];
  const failing = new Set<string>();
  const batches: (readonly string[])[] = [];
  const documentsOf: IndexerOptions['documentsOf'] = async (_, ids) => {
    batches.push(ids);
    const bodies = await store.bodies(projectKey, 'order', ids);
    if (ids.some(id => failing.has(id))) throw new TypeError('this order cannot be indexed');
    return bodies.map((body, at) =>
      body === null
        ? { id: ids[at]!, version: 0 }
        : entryOf(ids[at]!, (JSON.parse(body.toString()) as { version: number }).version, ['a']),
    );
  };
  const open = () =>
    new Indexer({
      states,
      indexes,
      documentsOf,
      log,
      holder: randomUUID(),
      observeLag: seconds => lags.push(seconds),
      ...changes,
    });
  const indexer = open();
  root.teardown(() => indexer.stop());
  return {
    ...bench,
    indexer,
    open,
    lags,
    failing,
    batches,
    /** Stores orders with dirty marks, the oldest first. */
    marked: async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let at = 0; at < count; at++) {
        ids.push(await bench.store(1));
        await bench.mark(ids[at]!, Date.now() - 60_000 + at);
      }
      return ids;
    },
    isDrained: () => waitUntil(async () => Object.keys(await bench.marks()).length === 0),
  };
};

test('indexes the oldest dirty marks first and observes their age', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  const startMs = Date.now();
  const ids = await bench.marked(130);
  bench.indexer.notify(bench.projectKey);
  await bench.isDrained();
  t.same((await bench.ids(1, '*', { limit: 200 })).sort(), [...ids].sort());
  t.same(
    bench.batches.map(({ length }) => length),
    [50, 50, 30],
  );
  t.same(bench.batches.flat(), ids);
  await waitUntil(() => bench.lags.length === 130);
  const lagMax = 60 + (Date.now() - startMs) / 1_000;
  t.ok(
    bench.lags.every(seconds => seconds > 59 && seconds <= lagMax),
    String(bench.lags),
  );
});

test('keeps the mark of an order that fails, indexes the others, and retries later', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  const ids = await bench.marked(60);
  const bad = [ids[0]!, ids[17]!, ids[59]!];
  bad.forEach(id => bench.failing.add(id));
  bench.indexer.notify(bench.projectKey);
  await waitUntil(async () => Object.keys(await bench.marks()).length === 3);
  t.same(Object.keys(await bench.marks()).sort(), [...bad].sort());
  t.same((await bench.ids(1)).sort(), ids.filter(id => !bad.includes(id)).sort());
  const loggedIds = () =>
    lines.filter(({ projectKey }) => projectKey === bench.projectKey).map(each => each.resourceId);
  await waitUntil(() => loggedIds().length >= 3);
  t.same(new Set(loggedIds()), new Set(bad));
  const line = lines.find(({ resourceId }) => resourceId === bad[0]);
  t.equal(line?.level, 50);
  t.equal((line?.err as Error | undefined)?.message, 'this order cannot be indexed');

  const later = await bench.marked(1);
  bench.indexer.notify(bench.projectKey);
  await waitUntil(async () => (await bench.ids(1)).includes(later[0]!));
  t.equal(Object.keys(await bench.marks()).length, 3, 'waiting orders at the start of the list are skipped');
  bench.failing.clear();
  await waitUntil(async () => {
    bench.indexer.notify(bench.projectKey);
    return Object.keys(await bench.marks()).length === 0;
  });
  t.equal((await bench.ids(1)).length, 61);
});

test('writes to both indexes while one is under construction', async t => {
  const bench = await start();
  for (const number of [3, 4]) await bench.indexes.create(bench.projectKey, 'order', number);
  await bench.setState({ current: 3, building: 4 });
  const ids = await bench.marked(5);
  bench.indexer.notify(bench.projectKey);
  await bench.isDrained();
  t.same([(await bench.ids(3)).sort(), (await bench.ids(4)).sort()], [[...ids].sort(), [...ids].sort()]);
});

test('keeps marks while there is no index and deletes them where search is off', async t => {
  const bench = await start();
  await bench.setState({ job: 1 });
  await bench.marked(2);
  bench.indexer.notify(bench.projectKey);
  const other = await start();
  await other.marked(2);
  other.indexer.notify(other.projectKey);
  await waitUntil(async () => (await redis.exists(keys.dirtyMarks(other.projectKey, 'order'))) === 0);
  t.equal(Object.keys(await bench.marks()).length, 2);
  t.same(bench.batches, []);
});

test('indexes each order once when several indexers drain one project', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  const others = [bench.open(), bench.open()];
  const ids = await bench.marked(250);
  [bench.indexer, ...others].forEach(indexer => indexer.notify(bench.projectKey));
  await bench.isDrained();
  t.equal((await bench.ids(1, '*', { limit: 300 })).length, 250);
  t.equal(bench.batches.flat().length, ids.length, 'no order was read twice');
  await Promise.all(others.map(indexer => indexer.stop()));
  await waitUntil(async () => (await redis.exists(keys.searchLease(bench.projectKey, 'order'))) === 0);
});

test('tells the age of the oldest dirty mark of a project with an index, apart from orders that failed', async t => {
  const told: number[] = [];
  const bench = await start({ onLagRead: (_, lagMs) => told.push(lagMs) });
  const ids = await bench.marked(2);
  bench.failing.add(ids[0]!);
  await bench.setState({ job: 1 });
  bench.indexer.notify(bench.projectKey);
  await bench.indexer.stop();
  t.same(told, [], 'nothing can be indexed without an index');
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  const indexer = bench.open();
  indexer.notify(bench.projectKey);
  await waitUntil(async () => told.at(-1) === 0);
  t.ok(told[0]! > 59_000 && told[0]! < 70_000, String(told));
  t.same(Object.keys(await bench.marks()), [ids[0]]);
  await indexer.stop();
});

test('tells no age while no order can be indexed', async t => {
  const told: number[] = [];
  const bench = await start({ onLagRead: (_, lagMs) => told.push(lagMs) });
  const [first, second] = await bench.marked(2);
  for (const id of [first!, second!]) bench.failing.add(id);
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  bench.indexer.notify(bench.projectKey);
  await waitUntil(async () => told.length > 0);
  t.same(told[0], 0, 'orders that failed are no lag');
});

test('drains four projects at once, and the next one when one of them is done', async t => {
  const leased: string[] = [];
  class ObservedStates extends SearchStates {
    override lease(...given: Parameters<SearchStates['lease']>) {
      leased.push(given[0]);
      return super.lease(...given);
    }
  }
  const { indexer } = await start({ states: new ObservedStates(redis, 'order') });
  const projectKeys = Array.from({ length: 5 }, () => searchBench(redis).projectKey);
  for (const projectKey of projectKeys) indexer.notify(projectKey);
  t.same(leased, projectKeys.slice(0, 4));
  await waitUntil(() => leased.length > 4);
  t.same(leased, projectKeys);
});

test('drains the notified project before it stops', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  await bench.marked(120);
  bench.indexer.notify(bench.projectKey);
  await bench.indexer.stop();
  t.same(await bench.marks(), {});
  t.equal(await redis.exists(keys.searchLease(bench.projectKey, 'order')), 0);
});
