import { setTimeout } from 'node:timers/promises';
import { ColumnCache } from '../../../src/search/columns/ColumnCache.js';
import { countedFacet } from '../../../src/search/columns/facets.js';
import { contentOf, packContent } from '../../../src/search/document/contentOf.js';
import { amongPublished, variantRows } from '../../../src/search/productResults.js';
import { parseProductSearch } from '../../../src/search/query/parseProductSearch.js';
import type { FollowedIndex } from '../../../src/search/run/findCandidates.js';
import { searchedProduct } from '../../../src/search/types/product/product.js';
import { test } from '../../support/tap.js';

const { table, dialect } = searchedProduct;
const context = { resolve: () => undefined, languages: new Set(['en']) };
const ids = Array.from({ length: 10 }, (_, at) => String(at));
const contentOfId = (id: string): Buffer =>
  packContent(contentOf(table, { id, published: true, createdAt: '2026-01-01T00:00:00.000Z' }, context));

const { facets } = parseProductSearch(dialect, { facets: [{ count: { name: 'all' } }] });
const search = {
  query: amongPublished(undefined),
  facets: facets.map(countedFacet),
  sort: [],
  offset: 0,
  limit: 2,
};

/** An index that finds `total` documents, and whose documents are read when `mayRead` resolves. */
const indexWith = (total: number, mayRead: Promise<void>): FollowedIndex => ({
  projectKey: 'project',
  number: 1,
  count: async () => ids.length,
  find: async () => ({ total, hits: [] }),
  contents: async names => {
    await mayRead;
    return names.map(id => ({ id, version: 1, sortKey: 0, content: contentOfId(id) }));
  },
  boundaries: async () => [],
  pages: async function* pages() {
    yield ids.slice(0, 5);
    yield ids.slice(5);
  },
  recordChanges: async () => '0-0' as never,
  changesSince: async () => [],
});

const deferred = () => {
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle! };
};

const ask = (cache: ColumnCache, index: FollowedIndex, timeoutMs = 10_000, limit = 2) =>
  cache.search(index, { ...search, limit }, ['en'], timeoutMs);

test('a search of many documents waits until they are read', async t => {
  const { promise, resolve } = deferred();
  const cache = new ColumnCache(table, variantRows);
  const searches = [1, 2].map(() => ask(cache, indexWith(1_001, promise)));
  await setTimeout(10);
  resolve();
  for (const result of await Promise.all(searches))
    t.same(result, { total: 10, hits: [{ id: '9' }, { id: '8' }], results: [{ name: 'all', value: 10 }] });
});

test('a search of few documents does not wait', async t => {
  const { promise, resolve } = deferred();
  t.equal(await ask(new ColumnCache(table, variantRows), indexWith(1_000, promise)), undefined);
  resolve();
});

test('a search that waits too long is refused, and one whose documents cannot be read does not wait', async t => {
  const { promise, reject } = deferred();
  const cache = new ColumnCache(table, variantRows);
  await t.rejects(ask(cache, indexWith(1_001, promise), 1), /timed out after 1 ms/);
  const waiting = ask(cache, indexWith(1_001, promise));
  reject(new Error('Connection is closed.'));
  t.equal(await waiting, undefined);
});

test('searches that come at once are computed in different turns of the event loop', async t => {
  const cache = new ColumnCache(table, variantRows);
  const index = indexWith(1_001, Promise.resolve());
  await ask(cache, index);
  let [turn, isDone] = [0, false];
  const count = (): void => {
    turn++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all([3, 4, 5, 6].map(limit => ask(cache, index, 10_000, limit).then(() => turn)));
  isDone = true;
  t.equal(new Set(turns).size, 4, turns.join());
});
