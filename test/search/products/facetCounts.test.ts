/** Counts of facets over many products are kept while the index changes, and equal a new count. */
import { keys } from '../../../src/store/keys.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { randomFrom } from './sampleProducts.js';

/** There are more hits than the minimum from which counts are kept. */
const count = 400;
const random = randomFrom(5);
const colors = ['red', 'green', 'blue'];
const api = await startProductSearch();

const priceOf = () => ({
  value: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 1_000 + random.next(40) * 100, fractionDigits: 2 },
});
const variantOf = (id: number, sku: string) => ({
  id,
  sku,
  prices: [{ id: sku, ...priceOf() }],
  attributes: [{ name: 'color', value: colors[random.next(3)] }],
  images: [],
  assets: [],
});
const ids = await api.stored(
  Array.from({ length: count }, (_, at) => ({
    data: {
      name: { en: `Thing ${at}` },
      slug: { en: `thing-${at}` },
      categories: [],
      searchKeywords: {},
      attributes: [],
      masterVariant: variantOf(1, `T-${at}-1`),
      variants: at % 3 === 0 ? [variantOf(2, `T-${at}-2`)] : [],
    },
  })),
);
await api.activate();

const color = { field: 'variants.attributes.color', fieldType: 'text' };
const amount = { field: 'variants.prices.centAmount' };

/** Names facets differently, so that the search is a new one and its facets are counted again. */
const facetsNamed = (name: string) => [
  { distinct: { name: `${name}-color`, ...color } },
  { distinct: { name: `${name}-variants`, ...color, level: 'variants', missing: 'none' } },
  { ranges: { name: `${name}-ranges`, ...amount, ranges: [{ to: 2_000 }, { from: 2_000, to: 3_000 }] } },
  { stats: { name: `${name}-stats`, ...amount, scope: 'all' } },
  { count: { name: `${name}-count`, level: 'variants', filter: { exact: { ...color, value: 'red' } } } },
];

const search = async (name: string, rest: object = {}) => {
  const query = { range: { ...amount, gte: 1_200 } };
  const { facets, total, results } = await api.search({ query, facets: facetsNamed(name), ...rest });
  return { total, ids: results.map(({ id }) => id), facets: facets.map(facet => ({ ...facet, name: undefined })) };
};

const update = async (id: string, ...actions: readonly object[]) => {
  const path = `${api.base}/products/${id}`;
  const { json } = await api.http.send('GET', path);
  const { version } = json as { version: number };
  return api.http.send('POST', path, { body: { version, actions } });
};

const changes: readonly ((id: string) => Promise<{ readonly status: number }>)[] = [
  id => update(id, { action: 'setAttributeInAllVariants', name: 'color', value: 'blue', staged: false }),
  id => update(id, { action: 'setPrices', variantId: 1, prices: [priceOf()], staged: false }),
  id => update(id, { action: 'unpublish' }),
  id => update(id, { action: 'setAttribute', variantId: 1, name: 'color', staged: false }),
];

test('kept counts equal a new count after products changed, also during a count', async t => {
  for (let round = 0; round < 3; round++) {
    const made = search(`kept-${round}`, { limit: 5 });
    const from = round * 20;
    const answers = await Promise.all(ids.slice(from, from + 16).map((id, at) => changes[at % changes.length]!(id)));
    t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
    await made;
    await api.settled();
    for (let earlier = 0; earlier <= round; earlier++)
      t.same(await search(`kept-${earlier}`), await search(`new-${round}-${earlier}`), `round ${round}`);
  }
  const { redis } = api.quayside.services;
  const number = await api.ofProject.current();
  t.equal(await redis.exists(keys.indexChanges(api.projectKey, 'product', number!)), 1, 'the index is followed');
  const last = ids.at(-1)!;
  await update(last, { action: 'unpublish' });
  const { json } = await api.http.send('GET', `${api.base}/products/${last}`);
  await api.http.send('DELETE', `${api.base}/products/${last}?version=${(json as { version: number }).version}`);
  await api.settled();
  t.same(await search('kept-0'), await search('after-deletion'));
});

test('counts again if the changes of the index are no longer recorded', async t => {
  await search('lost');
  const number = await api.ofProject.current();
  await api.quayside.services.redis.del(keys.indexChanges(api.projectKey, 'product', number!));
  await update(ids[300]!, { action: 'unpublish' });
  await api.settled();
  t.same(await search('lost'), await search('lost-new'));
});

test('a post-filter narrows the page and leaves the kept counts', async t => {
  const postFilter = { exact: { ...color, value: 'red' } };
  await search('filtered');
  const [all, some] = [await search('filtered'), await search('filtered', { postFilter })];
  t.same(some.facets, all.facets);
  t.equal(some.total, (await search('filtered-new', { postFilter })).total);
  t.ok(some.total < all.total, `${some.total} of ${all.total}`);
});

test('reads a page to its end even if the index finds more products than match', async t => {
  const conditions = [{ range: { ...amount, gte: 1_100 } }, { not: [{ exact: { ...color, value: 'red' } }] }];
  const query = { filter: [{ and: conditions }] };
  const first = await search('narrow', { query });
  for (const [offset, limit] of [
    [0, 20],
    [3, 7],
    [150, 30],
    [first.total - 5, 20],
    [first.total, 5],
  ])
    for (const sort of [[], [{ field: 'createdAt', order: 'asc' }]])
      t.same(
        await search('narrow', { query, offset, limit, sort }),
        await search(`narrow-${offset}-${sort.length}`, { query, offset, limit, sort }),
        `${limit} from ${offset}`,
      );
});
