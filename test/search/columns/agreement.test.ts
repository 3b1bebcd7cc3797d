/** Columns give the hits, the total and the counts of facets that the contents of the index give. */
import { ContentCounts } from '../../../src/search/columns/ContentCounts.js';
import { countedFacet } from '../../../src/search/columns/facets.js';
import { searchedIndex } from '../../../src/search/run/findCandidates.js';
import { runSearch } from '../../../src/search/run/runSearch.js';
import { matcherOf } from '../../../src/search/match/relevanceOf.js';
import { parseProductSearch } from '../../../src/search/query/parseProductSearch.js';
import { amongPublished, published, variantRows } from '../../../src/search/productResults.js';
import { searchedProduct } from '../../../src/search/types/product/product.js';
import { keys } from '../../../src/store/keys.js';
import { storeMany } from '../../support/graphql.js';
import { rounds } from '../../support/rounds.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';
import { dataOf, inventoryOf, randomFrom, randomProduct, randomQuery } from '../products/sampleProducts.js';
import { plainFacets } from './plainFacets.js';

const count = 150;
const seed = Number(process.env.PRODUCT_SEARCH_SEED ?? 11);
const random = randomFrom(seed);
const { next, pick } = random;
const api = await startProductSearch();
const drafts = Array.from({ length: count }, (_, at) => randomProduct(random, at));
const ids = await api.stored(drafts.map((draft, at) => ({ data: dataOf(draft, at), members: { key: draft.key } })));
await storeMany(api.quayside, api.projectKey, 'inventory-entry', inventoryOf(drafts));
await api.activate();
const { services } = api.quayside;
const { columns } = services.searches.get('product')!;
const languages = ['en', 'de'];
const timeoutMs = 60_000;

const attribute = (name: string, fieldType: string) => ({ field: `variants.attributes.${name}`, fieldType });

/** The fields that facets count; numbers have ranges and statistics, too. */
const fields: readonly (() => { readonly field: object; readonly isNumber?: true })[] = [
  () => ({ field: attribute('color', 'text') }),
  () => ({ field: attribute('size', 'enum') }),
  () => ({ field: attribute('tags', 'set_text') }),
  () => ({ field: { ...attribute('label', 'ltext'), language: pick(languages) } }),
  () => ({ field: { field: 'name', language: pick(languages) } }),
  () => ({ field: { field: 'categories' } }),
  () => ({ field: { field: 'variants.prices.country' } }),
  () => ({ field: { field: 'variants.availability.isOnStockInChannels' } }),
  () => ({ field: attribute('weight', 'number'), isNumber: true }),
  () => ({ field: { field: 'variants.prices.centAmount' }, isNumber: true }),
  () => ({ field: { field: 'variants.availability.availableQuantity' }, isNumber: true }),
];

const rangesOf = () => [{ to: 3 }, { from: 3, to: 300 }, { from: 200 }];

const randomFacet = (at: number): object => {
  const { field, isNumber } = pick(fields)();
  const options = {
    name: `facet-${at}`,
    scope: pick(['all', 'query']),
    ...(next(2) === 0 && { level: pick(['products', 'variants']) }),
    ...(next(3) === 0 && { filter: randomQuery(random, count, 2) }),
  };
  const kind = pick(isNumber === true ? ['count', 'distinct', 'ranges', 'stats'] : ['count', 'distinct']);
  switch (kind) {
    case 'count':
      return { count: options };
    case 'ranges':
      return { ranges: { ...options, ...field, ranges: rangesOf() } };
    case 'stats':
      return { stats: { ...options, ...field } };
    default:
      // More than there are values: the plain evaluation does not choose among equal counts.
      return { distinct: { ...options, ...field, ...(next(2) === 0 && { missing: 'none' }), limit: 200 } };
  }
};

const sorts: readonly (readonly object[])[] = [
  [],
  [{ field: 'createdAt', order: 'asc' }],
  [{ field: 'key', order: 'desc' }],
  [{ field: 'variants.prices.centAmount', order: 'asc', mode: 'min' }],
  [
    { field: 'score', order: 'desc' },
    { field: 'name', language: 'en', order: 'asc' },
  ],
  [{ ...attribute('weight', 'number'), order: 'desc', mode: 'max' }],
];

const randomBody = (): Readonly<Record<string, unknown>> => ({
  ...(next(4) > 0 && { query: randomQuery(random, count) }),
  ...(next(3) === 0 && { postFilter: randomQuery(random, count, 1) }),
  facets: Array.from({ length: 1 + next(3) }, (_, at) => randomFacet(at)),
  sort: pick(sorts),
  limit: pick([0, 5, 20]),
  offset: pick([0, 0, 3]),
});

const index = async () => searchedIndex(services, 'product', api.projectKey, (await api.ofProject.current())!);

const matchAll = matcherOf(published, variantRows);

/** Counts the requests that columns answered. */
let byColumns = 0;

/** Answers a search by the columns of the index, by those of contents, and by a plain evaluation of contents. */
const compare = async (body: Readonly<Record<string, unknown>>) => {
  const asked = parseProductSearch(searchedProduct.dialect, body);
  const { sort, offset, limit, postFilter } = asked;
  const page = { query: amongPublished(asked.query), sort, offset, limit };
  const extras = { rows: variantRows, ...(postFilter !== undefined && { postFilter }) };
  const searched = await index();
  const facets = asked.facets.map(countedFacet);
  const counts = new ContentCounts(searchedProduct.table, variantRows, facets, published);
  const plain = plainFacets(asked.facets);
  const both = {
    fields: counts.fields,
    all: published,
    add: (...[content, match]: Parameters<ContentCounts['add']>) => {
      counts.add(content, match);
      plain.add(content, { query: match, all: matchAll(content) });
    },
    end: () => counts.end(),
  };
  const contents = await runSearch(searched, page, languages, timeoutMs, { ...extras, facets: both });
  const search = { ...page, ...extras, facets, all: published };
  const found = await columns!.search(searched, search, languages, timeoutMs);
  byColumns += found === undefined ? 0 : 1;
  const expected = {
    total: contents.total,
    hits: contents.hits.map(({ id }) => ({ id })),
    results: counts.results(),
  };
  return { found: found ?? expected, expected, plain: plain.results() };
};

/** Returns results with their buckets in the order of their keys. */
const byKey = (results: readonly { readonly buckets?: readonly { readonly key: string }[] }[]) =>
  results.map(({ buckets, ...result }) => ({
    ...result,
    ...(buckets && { buckets: [...buckets].sort((one, other) => (one.key < other.key ? -1 : 1)) }),
  }));

const changes: readonly (() => object)[] = [
  () => ({ action: 'setAttributeInAllVariants', name: 'color', value: pick(['red', 'violet']), staged: false }),
  () => ({ action: 'removeVariant', id: 2, staged: false }),
  () => ({ action: 'unpublish' }),
  () => ({ action: 'publish' }),
  () => ({
    action: 'addVariant',
    sku: `new-${next(1_000_000)}`,
    attributes: [{ name: 'weight', value: 2.5 }],
    staged: false,
  }),
];

const changeSome = async (): Promise<void> => {
  for (let at = 0; at < 5; at++) {
    const path = `${api.base}/products/${pick(ids)}`;
    const { version } = (await api.http.send('GET', path)).json as { readonly version: number };
    // A change that is not possible, such as the removal of a variant that is not there, is refused.
    await api.http.send('POST', path, { body: { version, actions: [pick(changes)()] } });
  }
  await api.settled();
};

/** Columns are read when a search with facets comes, which does not wait for them. */
await waitUntil(async () => {
  await compare({ facets: [{ count: { name: 'all' } }] });
  return byColumns > 0;
});

test('give the hits and counts of the contents, while products change (search.db18c, search.2b286)', async t => {
  const total = rounds(400);
  for (let round = 0; round < total; round++) {
    if (round % 40 === 20) await changeSome();
    const body = randomBody();
    const { found, expected, plain } = await compare(body);
    t.same(found, expected, `seed ${seed}: ${JSON.stringify(body)}`);
    t.same(byKey(found.results), byKey(plain), `seed ${seed}: ${JSON.stringify(body)}`);
    if (!t.passing()) return;
  }
  t.ok(byColumns > total / 2, `columns answered ${byColumns} of ${total}`);
});

test('contents are counted again where the changes of the index are no longer recorded', async t => {
  const { redis } = services;
  const key = keys.indexChanges(api.projectKey, 'product', (await api.ofProject.current())!);
  const body = { facets: [{ distinct: { name: 'colors', ...attribute('color', 'text'), limit: 50 } }] };
  t.equal(await redis.exists(key), 1, 'the index is followed');
  await redis.del(key);
  await changeSome();
  const before = byColumns;
  const first = await compare(body);
  t.same(first.found, first.expected);
  t.equal(byColumns, before, 'by contents');
  await waitUntil(async () => {
    const { found, expected } = await compare(body);
    t.same(found, expected);
    return byColumns > before;
  });
});
