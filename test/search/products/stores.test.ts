/** Products are found by their product selections, by the stores that offer them, and by channels with stock. */
import { serverRequest } from '../../../src/engine/ResourceRequest.js';
import { searchProducts } from '../../../src/search/searchProducts.js';
import { countedColumns } from '../../support/search/countedColumns.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

const api = await startProductSearch();
const { createIn, resourcesAt, search } = api;
const selections = resourcesAt('product-selections');
const stores = resourcesAt('stores');

const product = (key: string) =>
  api.create({
    productType: { typeId: 'product-type', id: api.productType.id },
    key: `product-${key}`,
    name: { en: key },
    slug: { en: `product-${key}` },
    publish: true,
    masterVariant: { sku: `${key}1` },
    variants: [{ sku: `${key}2` }],
  });
const keys = ['a', 'b', 'c'] as const;
const products = Object.fromEntries(await Promise.all(keys.map(async key => [key, await product(key)] as const)));
const keyOf = new Map(keys.map(key => [products[key]!.id, key] as const));
const named = (key: string) => ({ typeId: 'product', key: `product-${key}` });

const createSelection = (key: string, mode: string) => createIn('product-selections', { key, name: { en: key }, mode });
const chosen = await selections.update(
  await createSelection('chosen', 'Individual'),
  { action: 'addProduct', product: named('a'), variantSelection: { type: 'includeOnly', skus: ['a1'] } },
  { action: 'addProduct', product: named('b') },
);
const rest = await selections.update(
  await createSelection('rest', 'IndividualExclusion'),
  { action: 'excludeProduct', product: named('b') },
  { action: 'excludeProduct', product: named('c'), variantExclusion: { skus: ['c1'] } },
);
const store = (key: string, ...of: readonly (readonly [string, boolean])[]) =>
  createIn('stores', {
    key,
    productSelections: of.map(([selection, active]) => ({
      productSelection: { typeId: 'product-selection', key: selection },
      active,
    })),
  });
const everything = await store('everything');
const small = await store('small', ['chosen', true], ['rest', false]);
const large = await store('large', ['rest', true]);
const both = await store('both', ['chosen', true], ['rest', true]);
const closed = await store('closed', ['chosen', false]);
const open = await store('open', ['rest', false]);

const channels = await Promise.all(
  ['stocked', 'empty', 'other'].map(key => createIn('channels', { key, roles: ['InventorySupply'] })),
);
const entry = (sku: string, at: number, quantityOnStock: number) =>
  createIn('inventory', { sku, quantityOnStock, supplyChannel: { typeId: 'channel', id: channels[at]!.id } });
await entry('a1', 0, 3);
await entry('a1', 1, 0);
await entry('b2', 0, 1);
await api.activate();

type VariantPosition = Readonly<Record<string, string>>;

/** Returns the keys of the products that a query finds, with the SKUs of variants if not all of them match. */
const foundBy = async (query: object): Promise<string> => {
  const { results } = await search({ query, markMatchingVariants: true, limit: 100 });
  return results
    .map(({ id, matchingVariants }) => {
      const skus = matchingVariants!.matchedVariants.map(each => (each as unknown as VariantPosition).sku!);
      return matchingVariants!.allMatched ? keyOf.get(id)! : skus.join('+');
    })
    .sort()
    .join(' ');
};

const exact = (field: string, { id }: { readonly id: string }) => ({ exact: { field, value: id } });
const anyOf = (field: string, ...of: readonly { readonly id: string }[]) => ({
  exact: { field, values: of.map(({ id }) => id) },
});
const not = (query: object) => ({ not: [query] });
const missing = { id: '45224437-12bd-4742-830c-3a36b52541d3' };
const inStock = 'variants.availability.isOnStockForChannel';
const hasEntry = 'variants.availability.hasInventoryEntryForChannel';

const rows: readonly (readonly [object, string])[] = [
  [exact('productSelections', chosen), 'a b'],
  [exact('productSelections', rest), 'a c'],
  [exact('productSelections', missing), ''],
  [anyOf('productSelections', chosen, rest), 'a b c'],
  [not(exact('productSelections', chosen)), 'c'],
  [{ exists: { field: 'productSelections' } }, 'a b c'],
  [{ prefix: { field: 'productSelections', value: chosen.id.slice(0, 20) } }, 'a b'],
  [exact('variants.productSelections', chosen), 'a1 b'],
  [exact('variants.productSelections', rest), 'a c2'],
  [exact('stores', everything), 'a b c'],
  [exact('stores', small), 'a b'],
  [exact('stores', large), 'a c'],
  [exact('stores', both), 'a b c'],
  [exact('stores', closed), ''],
  [exact('stores', open), 'a b c'],
  [exact('stores', missing), ''],
  [anyOf('stores', small, closed, missing), 'a b'],
  [anyOf('stores', closed, everything), 'a b c'],
  [not(exact('stores', small)), 'c'],
  [not(exact('stores', everything)), ''],
  [not(exact('stores', closed)), 'a b c'],
  [{ exact: { field: 'stores', value: small.id.toUpperCase(), caseInsensitive: true } }, 'a b'],
  [{ prefix: { field: 'stores', value: small.id.slice(0, 20) } }, 'a b'],
  [{ wildcard: { field: 'stores', value: `${small.id.slice(0, 20)}*` } }, 'a b'],
  [{ exists: { field: 'stores' } }, 'a b c'],
  [exact('variants.stores', everything), 'a b c'],
  [exact('variants.stores', small), 'a1 b'],
  [exact('variants.stores', large), 'a c2'],
  [exact('variants.stores', both), 'a b c2'],
  [exact('variants.stores', closed), ''],
  [not(exact('variants.stores', small)), 'a2 c'],
  [{ and: [exact('stores', large), { exact: { field: 'variants.sku', value: 'c1' } }] }, 'c1'],
  [{ and: [exact('variants.stores', large), { exact: { field: 'variants.sku', value: 'c1' } }] }, ''],
  [{ filter: [exact('variants.stores', small), exact(inStock, channels[0]!)] }, 'a1 b2'],
  [exact(inStock, channels[0]!), 'a1 b2'],
  [exact(inStock, channels[1]!), ''],
  [exact(hasEntry, channels[1]!), 'a1'],
  [{ and: [exact(hasEntry, channels[1]!), not(exact(inStock, channels[1]!))] }, 'a1'],
  [exact(hasEntry, channels[2]!), ''],
];

test('finds products by product selections, stores and channels with stock', async t => {
  const found = await Promise.all(rows.map(([query]) => foundBy(query)));
  t.same(
    rows.map(([query], at) => [JSON.stringify(query), found[at]]),
    rows.map(([query, expected]) => [JSON.stringify(query), expected]),
  );
});

test('counts products and variants by selections and stores, filters by them after facets, and sorts', async t => {
  const distinct = (name: string, field: string, level: string, more: object = {}) => ({
    distinct: { name, field, level, sort: { by: 'key', order: 'asc' }, ...more },
  });
  const counts = (...of: readonly (readonly [{ readonly id: string }, number])[]) =>
    of.map(([{ id }, count]) => ({ key: id, count })).sort((one, other) => (one.key < other.key ? -1 : 1));
  const body = {
    postFilter: exact('stores', small),
    sort: [
      { field: 'stores', order: 'asc' },
      { field: 'key', order: 'desc' },
    ],
    facets: [
      distinct('selections', 'productSelections', 'products'),
      distinct('stores', 'stores', 'products'),
      distinct('variants', 'variants.stores', 'variants'),
      distinct('filtered', 'variants.stores', 'variants', { filter: exact('variants.stores', small) }),
      { count: { name: 'small', filter: exact('stores', small) } },
    ],
  };
  const expected = [
    { name: 'selections', buckets: counts([chosen, 2], [rest, 2]) },
    { name: 'stores', buckets: counts([everything, 3], [small, 2], [large, 2], [both, 3], [open, 3]) },
    { name: 'variants', buckets: counts([everything, 6], [small, 3], [large, 3], [both, 5], [open, 6]) },
    { name: 'filtered', buckets: counts([everything, 3], [small, 3], [large, 1], [both, 3], [open, 3]) },
    { name: 'small', value: 2 },
  ];
  const { services } = api.quayside;
  const columns = countedColumns(services);
  const parts = { body: Buffer.from(JSON.stringify(body)) };
  const request = serverRequest(services.engine, api.projectKey, 'product', parts);
  // They are counted over contents until the columns are read.
  await waitUntil(async () => {
    const { facets, results, total } = JSON.parse(String((await searchProducts(columns.with, request)).body));
    t.same(facets, expected);
    t.equal(total, 2);
    t.same(new Set(results.map(({ id }: { readonly id: string }) => keyOf.get(id))), new Set(['a', 'b']));
    return columns.answered() > 0;
  });
});

test('a store that changes its selections offers what they offer at once, and marks no product', async t => {
  const { states } = api.quayside.services.searches.get('product')!;
  const changed = await stores.update(await stores.get(closed), {
    action: 'changeProductSelectionActive',
    productSelection: { typeId: 'product-selection', key: 'chosen' },
    active: true,
  });
  t.equal(await states.markCount(api.projectKey), 0);
  t.equal(await foundBy(exact('variants.stores', changed)), 'a1 b');
});

test('the index follows product selections that change, begin and end', async t => {
  const member = (action: string, key: string, more: object = {}) => ({ action, product: named(key), ...more });
  let changed = await selections.update(
    await selections.get(chosen),
    member('removeProduct', 'b'),
    member('setVariantSelection', 'a', { variantSelection: { type: 'includeAllExcept', skus: ['a1'] } }),
    member('addProduct', 'c'),
  );
  await api.settled();
  t.equal(await foundBy(exact('variants.productSelections', chosen)), 'a2 c');
  t.equal(await foundBy(exact('variants.stores', small)), 'a2 c');
  const all = await createSelection('all', 'IndividualExclusion');
  await api.settled();
  t.equal(await foundBy(exact('productSelections', all)), 'a b c');
  await selections.remove(all);
  await api.settled();
  t.equal(await foundBy(exact('productSelections', all)), '');
  const { id } = await createSelection('short', 'Individual');
  changed = await selections.update(await selections.get({ id }), member('addProduct', 'b'));
  await api.settled();
  t.equal(await foundBy(exact('productSelections', changed)), 'b');
  await selections.remove(changed);
  await api.settled();
  t.equal(await foundBy(exact('productSelections', changed)), '');
});
