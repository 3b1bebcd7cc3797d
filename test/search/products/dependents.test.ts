/** Products are found by data of other resources, also after changes of these. */
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

const api = await startProductSearch();
const productType = { typeId: 'product-type', id: api.productType.id };
const categories = api.resourcesAt('categories');

const createCategory = (name: string, parent?: { readonly id: string }) =>
  api.createIn('categories', {
    name: { en: name },
    slug: { en: name },
    ...(parent !== undefined && { parent: { typeId: 'category', id: parent.id } }),
  });

const [sale, furniture] = [await createCategory('sale'), await createCategory('furniture')];
const chairs = await createCategory('chairs', furniture);
const stools = await createCategory('stools', chairs);

const createProduct = (name: string, inCategory: { readonly id: string }, rest: object = {}) =>
  api.create({
    productType,
    name: { en: name },
    slug: { en: name },
    publish: true,
    categories: [{ typeId: 'category', id: inCategory.id }],
    masterVariant: { sku: name, prices: [{ value: { currencyCode: 'EUR', centAmount: 1_000 } }] },
    ...rest,
  });
const stool = await createProduct('stool', stools);
const bench = await createProduct('bench', furniture);
await api.activate();

const below = ({ id }: { readonly id: string }) => api.found({ exact: { field: 'categoriesSubTree', value: id } });

test('finds products below a category that was moved, with all categories below it', async t => {
  t.same((await below(furniture)).sort(), [stool.id, bench.id].sort());
  const parent = { typeId: 'category', id: sale.id };
  await categories.update(await categories.get(chairs), { action: 'changeParent', parent });
  await api.settled();
  t.same(await below(sale), [stool.id]);
  t.same(await below(furniture), [bench.id]);
});

test('marks no product where a category changes that documents do not show', async t => {
  const { states } = api.quayside.services.searches.get('product')!;
  await categories.update(await categories.get(furniture), { action: 'changeName', name: { en: 'Furniture' } });
  t.equal(await states.markCount(api.projectKey), 0);
});

test('finds products by prices with a discount that was made, changed and deleted', async t => {
  const discounts = api.resourcesAt('product-discounts');
  const at = (cents: number) => api.found({ exact: { field: 'variants.prices.currentCentAmount', value: cents } });
  const discount = await discounts.create({
    name: { en: 'sale' },
    value: { type: 'relative', permyriad: 1_000 },
    predicate: `categories.id = "${furniture.id}"`,
    sortOrder: '0.5',
    isActive: true,
  });
  await api.settled();
  t.same(await at(900), [bench.id]);
  const changed = await discounts.update(discount, {
    action: 'changeValue',
    value: { type: 'relative', permyriad: 2_000 },
  });
  await api.settled();
  t.same([await at(900), await at(800), await at(1_000)], [[], [bench.id], [stool.id]]);
  await discounts.remove(changed);
  await api.settled();
  t.same((await at(1_000)).sort(), [stool.id, bench.id].sort());
});

test('finds products by prices with discounts that began and ended, without a change', async t => {
  const ends = new Date(Date.now() + 1_000).toISOString();
  const discounts = [
    { permyriad: 1_000, predicate: 'sku = "bench"', sortOrder: '0.51', validUntil: ends },
    { permyriad: 2_000, predicate: 'sku = "stool"', sortOrder: '0.52', validFrom: ends },
  ].map(({ permyriad, ...rest }) => ({
    name: { en: 'hour' },
    value: { type: 'relative', permyriad },
    isActive: true,
    ...rest,
  }));
  const made = [];
  for (const draft of discounts) made.push(await api.createIn('product-discounts', draft));
  await api.settled();
  const found = () =>
    Promise.all(
      [1_000, 900, 800].map(cents =>
        api.found({ exact: { field: 'variants.prices.currentCentAmount', value: cents } }),
      ),
    );
  t.same(await found(), [[stool.id], [bench.id], []]);
  const later = JSON.stringify([[bench.id], [], [stool.id]]);
  await waitUntil(async () => JSON.stringify(await found()) === later);
  for (const each of made) await api.resourcesAt('product-discounts').remove(each);
  await api.settled();
});

test('shows the discount in the price of the buyer', async t => {
  await api.createIn('product-discounts', {
    name: { en: 'all' },
    value: { type: 'relative', permyriad: 5_000 },
    predicate: 'sku = "stool"',
    sortOrder: '0.6',
    isActive: true,
  });
  await api.settled();
  const query = new URLSearchParams({ priceCurrency: 'EUR', filter: 'variants.scopedPriceDiscounted:true' });
  const { json } = await api.http.send('GET', `${api.base}/product-projections/search?${query.toString()}`);
  const { results } = json as { results: { id: string; masterVariant: { scopedPrice: { currentValue: object } } }[] };
  t.same(
    results.map(({ id }) => id),
    [stool.id],
  );
  t.match(results[0]!.masterVariant.scopedPrice.currentValue, { centAmount: 500 });
});

test('shows discounts whose predicates name keys of other resources, in both searches', async t => {
  const types = api.resourcesAt('product-types');
  await types.update(await types.get(api.productType), { action: 'setKey', key: 'benches' });
  await api.createIn('product-discounts', {
    name: { en: 'of the type' },
    value: { type: 'relative', permyriad: 3_000 },
    predicate: 'sku = "bench" and productType.key = "benches"',
    sortOrder: '0.7',
    isActive: true,
  });
  await api.settled();
  const discountedIn = (projection: { masterVariant: { prices: { discounted?: { value: object } }[] } }) =>
    projection.masterVariant.prices[0]!.discounted?.value;
  const query = new URLSearchParams({ priceCurrency: 'EUR', filter: 'variants.sku:"bench"' });
  const old = await api.http.send('GET', `${api.base}/product-projections/search?${query.toString()}`);
  t.match(discountedIn((old.json as { results: never[] }).results[0]!), { centAmount: 700 });
  const body = {
    query: { exact: { field: 'variants.sku', value: 'bench' } },
    productProjectionParameters: { priceCurrency: 'EUR' },
  };
  const found = await api.http.send('POST', `${api.base}/products/search`, { body });
  const [{ productProjection }] = (found.json as { results: [{ productProjection: never }] }).results;
  t.match(discountedIn(productProjection), { centAmount: 700 });
});

test('shows the current data of a found product, however often the page was requested', async t => {
  const store = await api.createIn('stores', { key: 'languages', languages: ['en', 'de'] });
  const discounts = api.resourcesAt('product-discounts');
  const stock = await api.createIn('inventory', { sku: 'stool', quantityOnStock: 3 });
  const discount = await discounts.create({
    name: { en: 'half' },
    value: { type: 'relative', permyriad: 5_000 },
    predicate: '1 = 1',
    sortOrder: '0.9',
    isActive: true,
  });
  const update = async (path: string, ...actions: object[]) => {
    const { json } = await api.http.send('GET', `${api.base}/${path}`);
    const { version } = json as { version: number };
    t.equal((await api.http.send('POST', `${api.base}/${path}`, { body: { version, actions } })).status, 200, path);
  };
  const parameters = { priceCurrency: 'EUR', storeProjection: 'languages' };
  const found = async () => {
    const query = { exact: { field: 'key', value: 'found' } };
    const { results } = await api.search({ query, productProjectionParameters: parameters });
    return results.map(({ productProjection }) => productProjection);
  };
  await update(`products/${stool.id}`, { action: 'setKey', key: 'found' });
  await api.settled();
  const changes: readonly (() => Promise<unknown>)[] = [
    () => update(`products/${stool.id}`, { action: 'changeName', name: { en: 'seat', de: 'Sitz' }, staged: false }),
    () => update(`inventory/${stock.id}`, { action: 'changeQuantity', quantity: 0 }),
    () => update(`product-discounts/${discount.id}`, { action: 'changeIsActive', isActive: false }),
    () => update(`stores/${store.id}`, { action: 'setLanguages', languages: ['de'] }),
  ];
  const path = `${api.base}/product-projections/${stool.id}?${new URLSearchParams(parameters).toString()}`;
  for (const change of changes) {
    const before = await found();
    t.same(await found(), before);
    await change();
    const { json } = await api.http.send('GET', path);
    t.strictNotSame([json], before);
    t.same(await found(), [json]);
  }
});
