/** The indexer over real indexes: documents that cannot be made, several at once, projects that come and go. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from 'tap';
import { pino } from 'pino';
import { createIndexer, type IndexerOptions } from '../../src/indexing/Indexer.js';
import { keys } from '../../src/store/keys.js';
import { createSearchStates } from '../../src/store/searchStates.js';
import { entryOf, searchBench } from '../support/searchBench.js';
import { openStore } from '../support/store.js';
import { until } from '../support/until.js';

const { redis, store } = openStore();
const states = createSearchStates(redis);
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
  const broken = new Set<string>();
  const batches: (readonly string[])[] = [];
  const documentsOf: IndexerOptions['documentsOf'] = async (_, ids) => {
    batches.push(ids);
    const bodies = await store.bodies(projectKey, 'order', ids);
    if (ids.some(id => broken.has(id))) throw new TypeError('this order cannot be indexed');
    return bodies.map((body, at) =>
      body === null
        ? { id: ids[at]!, version: 0 }
        : entryOf(ids[at]!, (JSON.parse(body.toString()) as { version: number }).version, ['a']),
    );
  };
  const open = () =>
    createIndexer({
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
    broken,
    batches,
    /** Stored orders with marks; the first marked first. */
    marked: async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let at = 0; at < count; at++) {
        ids.push(await bench.store(1));
        await bench.mark(ids[at]!, Date.now() - 60_000 + at);
      }
      return ids;
    },
    isDrained: () => until(async () => Object.keys(await bench.marks()).length === 0),
  };
};

test('marks are drained oldest first, and each tells how long it waited', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  const ids = await bench.marked(130);
  bench.indexer.notify(bench.projectKey);
  await bench.isDrained();
  t.same((await bench.ids(1, '*', { limit: 200 })).sort(), [...ids].sort());
  t.same(
    bench.batches.map(({ length }) => length),
    [50, 50, 30],
  );
  t.same(bench.batches.flat(), ids);
  await until(() => bench.lags.length === 130);
  t.ok(
    bench.lags.every(seconds => seconds > 59 && seconds < 70),
    String(bench.lags),
  );
});

test('an order that cannot be indexed keeps no other, keeps its mark, and is tried again', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  const ids = await bench.marked(60);
  const bad = [ids[0]!, ids[17]!, ids[59]!];
  bad.forEach(id => bench.broken.add(id));
  bench.indexer.notify(bench.projectKey);
  await until(async () => Object.keys(await bench.marks()).length === 3);
  t.same(Object.keys(await bench.marks()).sort(), [...bad].sort());
  t.same((await bench.ids(1)).sort(), ids.filter(id => !bad.includes(id)).sort());
  await until(() => lines.filter(({ projectKey }) => projectKey === bench.projectKey).length >= 3);
  t.same(
    new Set(lines.filter(({ projectKey }) => projectKey === bench.projectKey).map(({ orderId }) => orderId)),
    new Set(bad),
  );
  t.match(
    lines.find(({ orderId }) => orderId === bad[0]),
    { level: 50, err: { message: 'this order cannot be indexed' } },
  );

  const later = await bench.marked(1);
  bench.indexer.notify(bench.projectKey);
  await until(async () => (await bench.ids(1)).includes(later[0]!));
  t.equal(Object.keys(await bench.marks()).length, 3, 'those at the front are passed over');
  bench.broken.clear();
  await until(async () => {
    bench.indexer.notify(bench.projectKey);
    return Object.keys(await bench.marks()).length === 0;
  });
  t.equal((await bench.ids(1)).length, 61);
});

test('two indexes are served while one is under construction', async t => {
  const bench = await start();
  for (const number of [3, 4]) await bench.indexes.create(bench.projectKey, 'order', number);
  await bench.setState({ current: 3, building: 4 });
  const ids = await bench.marked(5);
  bench.indexer.notify(bench.projectKey);
  await bench.isDrained();
  t.same([(await bench.ids(3)).sort(), (await bench.ids(4)).sort()], [[...ids].sort(), [...ids].sort()]);
});

test('without an index marks wait; without search they go', async t => {
  const bench = await start();
  await bench.setState({ job: 1 });
  await bench.marked(2);
  bench.indexer.notify(bench.projectKey);
  const other = await start();
  await other.marked(2);
  other.indexer.notify(other.projectKey);
  await until(async () => (await redis.exists(keys.dirtyMarks(other.projectKey, 'order'))) === 0);
  t.equal(Object.keys(await bench.marks()).length, 2);
  t.same(bench.batches, []);
});

test('several that drain one project do the work once, and leave nothing', async t => {
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
  await until(async () => (await redis.exists(keys.searchLease(bench.projectKey, 'order'))) === 0);
});

test('what is told when it stops is still drained', async t => {
  const bench = await start();
  await bench.indexes.create(bench.projectKey, 'order', 1);
  await bench.setState({ current: 1 });
  await bench.marked(120);
  bench.indexer.notify(bench.projectKey);
  await bench.indexer.stop();
  t.same(await bench.marks(), {});
  t.equal(await redis.exists(keys.searchLease(bench.projectKey, 'order')), 0);
});
