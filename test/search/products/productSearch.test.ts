import { matchWhole, valuesOf } from '../../support/matchWhole.js';
import { changeProject } from '../../support/resourceApi.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

const api = await startProductSearch();

const price = (centAmount: number, currencyCode: string, rest: object = {}) => ({
  value: { currencyCode, centAmount },
  ...rest,
});

const chair = await api.create({
  productType: { typeId: 'product-type', id: api.productType.id },
  key: 'chair',
  name: { en: 'Oak chair', de: 'Stuhl aus Eiche' },
  slug: { en: 'oak-chair' },
  publish: true,
  searchKeywords: { en: [{ text: 'seat' }] },
  masterVariant: {
    sku: 'CHAIR-1',
    prices: [price(4_900, 'EUR'), price(5_900, 'USD', { country: 'US' })],
    attributes: [
      { name: 'color', value: 'red' },
      { name: 'size', value: 's' },
      { name: 'cost', value: { currencyCode: 'EUR', centAmount: 990 } },
      { name: 'grade', value: 'a' },
      { name: 'secret', value: 'hidden' },
    ],
  },
  variants: [
    {
      sku: 'CHAIR-2',
      prices: [price(9_900, 'EUR')],
      attributes: [
        { name: 'color', value: 'green' },
        { name: 'size', value: 'm' },
      ],
    },
  ],
});
const table = await api.create({
  productType: { typeId: 'product-type', id: api.productType.id },
  name: { en: 'Table' },
  slug: { en: 'table' },
  publish: true,
  masterVariant: { sku: 'TABLE-1', prices: [price(14_900, 'EUR')], attributes: [{ name: 'color', value: 'red' }] },
});
const draftOnly = await api.create({
  productType: { typeId: 'product-type', id: api.productType.id },
  name: { en: 'Oak bench' },
  slug: { en: 'bench' },
});
await api.activate();

const attribute = (name: string, fieldType: string, rest: object = {}) => ({
  field: `variants.attributes.${name}`,
  fieldType,
  ...rest,
});
const exact = (field: string, value: unknown, rest: object = {}) => ({ exact: { field, value, ...rest } });
const red = { exact: attribute('color', 'text', { value: 'red' }) };

const queries: readonly (readonly [name: string, query: object, found: readonly string[]])[] = [
  ['key', exact('key', 'chair'), [chair.id]],
  ['id', exact('id', table.id), [table.id]],
  ['productType', exact('productType', api.productType.id), [table.id, chair.id]],
  ['hasStagedChanges', exact('hasStagedChanges', false), [table.id, chair.id]],
  ['searchKeywords', { fullText: { field: 'searchKeywords', language: 'en', value: 'SEAT' } }, [chair.id]],
  ['slug', { prefix: { field: 'slug', language: 'en', value: 'oak' } }, [chair.id]],
  ['no unpublished product', { fullText: { field: 'name', language: 'en', value: 'bench' } }, []],
  ['enum by key', { exact: attribute('size.key', 'enum', { value: 'm' }) }, [chair.id]],
  ['enum by label', { fullText: attribute('size.label', 'enum', { value: 'size m' }) }, [chair.id]],
  ['lenum by key', { exact: attribute('grade', 'lenum', { value: 'a' }) }, [chair.id]],
  ['lenum by label', { fullText: attribute('grade.label', 'lenum', { language: 'de', value: 'Güte' }) }, [chair.id]],
  ['money', { range: attribute('cost.centAmount', 'money', { lt: 991 }) }, [chair.id]],
  ['no attribute that is not searchable', { exact: attribute('secret', 'text', { value: 'hidden' }) }, []],
  ['one variant for all conditions', { and: [red, { exact: attribute('size', 'enum', { value: 'm' }) }] }, []],
  [
    'one price for conditions beside one another',
    { and: [exact('variants.prices.currencyCode', 'USD'), exact('variants.prices.centAmount', 4_900)] },
    [],
  ],
];

test('finds published products by fields of each kind', async t => {
  for (const [name, query, found] of queries) t.same((await api.found(query)).sort(), [...found].sort(), name);
  t.notOk((await api.found(exact('published', false))).includes(draftOnly.id));
});

test('finds all products without a query, and pages of 20 at most by default (product-search.1505c)', async t => {
  matchWhole(t, await api.search({}), { total: 2, limit: 20, offset: 0, facets: [], results: [{}, {}] });
});

test('marks the matching variants on request (product-search.016f6, product-search.4b0da)', async t => {
  t.same((await api.search({ query: exact('key', 'chair') })).results, [{ id: chair.id }]);
  const [result] = (await api.search({ query: { and: [exact('key', 'chair'), red] }, markMatchingVariants: true }))
    .results;
  t.same(result, {
    id: chair.id,
    matchingVariants: { allMatched: false, matchedVariants: [{ id: 1, sku: 'CHAIR-1' }] },
  });
  const [whole] = (await api.search({ query: exact('key', 'chair'), markMatchingVariants: true })).results;
  t.same(whole, { id: chair.id, matchingVariants: { allMatched: true, matchedVariants: [] } });
});

test('sorts by a field, a filtered price, and by relevance (search.0a404, product-search.6fa04)', async t => {
  const sorted = async (...sort: object[]) => (await api.search({ sort })).results.map(({ id }) => id);
  t.same(await sorted({ field: 'name', language: 'en', order: 'asc' }), [chair.id, table.id]);
  t.same(await sorted({ field: 'variants.prices.centAmount', order: 'desc', mode: 'max' }), [table.id, chair.id]);
  const filter = exact('variants.prices.currencyCode', 'USD');
  t.same(await sorted({ field: 'variants.prices.centAmount', order: 'asc', filter }), [chair.id, table.id]);
  const query = { or: [{ fullText: { field: 'name', language: 'en', value: 'oak' } }, exact('version', 1)] };
  const byScore = await api.search({ query, sort: [{ field: 'score', order: 'desc' }] });
  t.same(valuesOf(byScore.results, 'id'), [chair.id, table.id]);
  t.same(valuesOf((await api.search({ query })).results, 'id'), [chair.id, table.id]);
  const others = { or: [{ fullText: { field: 'name', language: 'en', value: 'table' } }, exact('version', 1)] };
  t.same(valuesOf((await api.search({ query: others })).results, 'id'), [table.id, chair.id]);
});

/**
 * Also shows product-search.fd6ad, product-search.cec0b, product-search.dd7d0, product-search.afaeb and
 * product-search.3551b.
 */
test('answers with facets of the query or of all products, of products or variants (product-search.550b3)', async t => {
  const distinct = { name: 'colors', ...attribute('color', 'text') };
  const ranges = [{ to: 5_000 }, { from: 5_000, key: 'dear' }];
  const euros = { filter: exact('variants.prices.currencyCode', 'EUR') };
  const prices = { name: 'prices', field: 'variants.prices.centAmount', ...euros, ranges };
  const { facets, total } = await api.search({
    query: red,
    postFilter: exact('key', 'chair'),
    facets: [
      { distinct },
      { distinct: { ...distinct, name: 'all', scope: 'all', level: 'variants' } },
      { distinct: { ...distinct, name: 'some', scope: 'all', includes: ['green'] } },
      { distinct: { ...distinct, name: 'one', scope: 'all', limit: 1 } },
      { distinct: { name: 'sizes', ...attribute('size', 'enum'), missing: 'none', sort: { by: 'key', order: 'asc' } } },
      { ranges: prices },
      { ranges: { ...prices, name: 'all prices', scope: 'all', level: 'variants' } },
      { count: { name: 'variants', scope: 'all', level: 'variants' } },
      { count: { name: 'red' } },
      { stats: { name: 'stats', field: 'variants.prices.centAmount', scope: 'all', ...euros } },
    ],
  });
  t.equal(total, 1, 'the post filter counts for results alone');
  t.same(facets, [
    { name: 'colors', buckets: [{ key: 'red', count: 2 }] },
    {
      name: 'all',
      buckets: [
        { key: 'red', count: 2 },
        { key: 'green', count: 1 },
      ],
    },
    { name: 'some', buckets: [{ key: 'green', count: 1 }] },
    { name: 'one', buckets: [{ key: 'red', count: 2 }] },
    {
      name: 'sizes',
      buckets: [
        { key: 'none', count: 1 },
        { key: 's', count: 1 },
      ],
    },
    {
      name: 'prices',
      buckets: [
        { key: '*-5000', count: 1 },
        { key: 'dear', count: 1 },
      ],
    },
    {
      name: 'all prices',
      buckets: [
        { key: '*-5000', count: 1 },
        { key: 'dear', count: 2 },
      ],
    },
    { name: 'variants', value: 3 },
    { name: 'red', value: 2 },
    { name: 'stats', min: 4_900, max: 14_900, mean: 9_900, sum: 29_700, count: 3 },
  ]);
});

test('shows projections with the price of a buyer on request (product-search.25180)', async t => {
  const productProjectionParameters = { priceCurrency: 'USD', priceCountry: 'US', expand: ['productType'] };
  const { results } = await api.search({ query: exact('key', 'chair'), productProjectionParameters });
  matchWhole(t, results[0]!.productProjection, {
    id: chair.id,
    masterVariant: { price: { value: { centAmount: 5_900 } } },
    productType: { obj: { id: api.productType.id } },
  });
  t.notOk('productProjection' in (await api.search({ query: exact('key', 'chair') })).results[0]!);
});

test('statistics of dates have no mean and no sum (product-search.8755e)', async t => {
  const stats = (field: string) => ({ stats: { name: 'stats', field, scope: 'all' } });
  const [dates] = (await api.search({ facets: [stats('createdAt')] })).facets;
  matchWhole(t, dates, { name: 'stats', min: /Z$/, max: /Z$/, count: 2 });
  t.same(Object.keys(dates!).sort(), ['count', 'max', 'min', 'name']);
  const [numbers] = (await api.search({ facets: [stats('version')] })).facets;
  t.same(Object.keys(numbers!).sort(), ['count', 'max', 'mean', 'min', 'name', 'sum']);
});

test('refuses a fuzzy expression in a language that the project does not have (search.96cb9)', async t => {
  const fuzzy = (language: string) => ({ fuzzy: { field: 'name', language, value: 'oak', level: 1 } });
  const message = /one of the project's languages, en, de; got 'fr' for the field 'name'/;
  for (const body of [
    { query: { and: [fuzzy('en'), { not: [fuzzy('fr')] }] } },
    { postFilter: fuzzy('fr') },
    { facets: [{ count: { name: 'a', filter: fuzzy('fr') } }] },
  ])
    matchWhole(t, await api.refusal(body), { statusCode: 400, errors: [{ code: 'InvalidInput', message }] });
  t.same(await api.found(fuzzy('de')), []);
  t.same(await api.found({ fullText: { field: 'name', language: 'fr', value: 'oak' } }), []);
});

test('a search reads the data of the product, and shows that of a tailoring (product-search.078b0)', async t => {
  const store = await api.createIn('stores', { key: 'boutique' });
  const tailoring = {
    store: { typeId: 'store', key: 'boutique' },
    product: { typeId: 'product', id: chair.id },
    name: { en: 'Fine throne' },
    publish: true,
  };
  await api.createIn(`in-store/key=${String(store.key)}/product-tailoring`, tailoring);
  await api.settled();
  const named = (value: string) => ({ fullText: { field: 'name', language: 'en', value } });
  const productProjectionParameters = { storeProjection: 'boutique' };
  t.same(await api.found(named('throne'), { productProjectionParameters }), []);
  const { results } = await api.search({ query: named('chair'), productProjectionParameters });
  matchWhole(t, results, [{ id: chair.id, productProjection: { name: { en: 'Fine throne' } } }]);
});

test('finds products by stock, standalone prices and product types after these change', async t => {
  const onStock = exact('variants.availability.isOnStock', true);
  t.same(await api.found(onStock), []);
  const entry = await api.createIn('inventory', { sku: 'TABLE-1', quantityOnStock: 5 });
  await api.settled();
  t.same(await api.found(onStock), [table.id]);
  t.same(await api.found({ range: { field: 'variants.availability.availableQuantity', gte: 5 } }), [table.id]);
  await api.resourcesAt('inventory').update(entry, { action: 'changeQuantity', quantity: 0 });
  await api.settled();
  t.same(await api.found(onStock), []);
  const alone = await api.create({
    productType: { typeId: 'product-type', id: api.productType.id },
    name: { en: 'Shelf' },
    slug: { en: 'shelf' },
    publish: true,
    priceMode: 'Standalone',
    masterVariant: { sku: 'SHELF-1' },
  });
  const ofShelf = exact('variants.prices.centAmount', 777);
  await api.createIn('standalone-prices', { sku: 'SHELF-1', value: { currencyCode: 'EUR', centAmount: 777 } });
  await api.settled();
  t.same(await api.found(ofShelf), [alone.id]);
  const hidden = { exact: attribute('secret', 'text', { value: 'hidden' }) };
  t.same(await api.found(hidden), []);
  await api
    .resourcesAt('product-types')
    .update(api.productType, { action: 'changeIsSearchable', attributeName: 'secret', isSearchable: true });
  await api.settled();
  t.same(await api.found(hidden), [chair.id]);
  await api.update(alone, { action: 'unpublish' });
  await api.settled();
});

test('finds a change of a product in time, and none after the deactivation (project.a5eea, project.6aca7)', async t => {
  const changed = await api.update(table, { action: 'setKey', key: 'table' });
  await api.settled();
  t.same(await api.found(exact('key', 'table')), [table.id]);
  await api.update(changed, { action: 'unpublish' });
  await api.settled();
  t.same(await api.found(exact('key', 'table')), []);
  const action = { action: 'changeProductSearchIndexingEnabled', enabled: false, mode: 'ProductsSearch' };
  await changeProject(api.quayside, api.credentials, action);
  // Servers may use a state that is one second old.
  const statuses = async () => {
    const paths = ['search?text.en=oak', 'suggest?searchKeywords.en=seat'];
    const answers = paths.map(path => api.http.send('GET', `${api.base}/product-projections/${path}`));
    return (await Promise.all([api.send({}), ...answers])).map(({ status }) => status).join();
  };
  await waitUntil(async () => (await statuses()) === '404,400,400');
  await api.activate();
  await waitUntil(async () => (await statuses()) === '200,200,200');
});

const refused: readonly (readonly [body: object, message: RegExp])[] = [
  [{ query: exact('nothing', 1) }, /no field that products are searched by/],
  [{ query: exact('variants.attributes.color', 'red') }, /fieldType/],
  [{ query: { exact: attribute('color', 'colour', { value: 'red' }) } }, /expected one of boolean, date/],
  [{ query: { exact: attribute('cost', 'money', { value: 1 }) } }, /ends with a member that this type lacks/],
  [{ query: { fuzzy: { field: 'name', language: 'en', value: 'oak' } } }, /level/],
  [{ query: { fuzzy: { field: 'name', value: 'oak', level: 1 } } }, /language/],
  [{ query: { range: { field: 'version', gte: 1, gt: 1 } } }, /one lower and one upper bound/],
  [{ query: { exact: { field: 'key', values: [] } } }, /a list of values/],
  [{ facets: [{ distinct: { name: 'a' } }] }, /facets\[0\]\.distinct\.field/],
  [{ facets: [{ ranges: { name: 'a', field: 'key', ranges: [{ to: 1 }] } }] }, /ranges are of numbers/],
  [{ facets: Array.from({ length: 2 }, () => ({ count: { name: 'same' } })) }, /a name that no other facet has/],
  [{ facets: Array.from({ length: 31 }, (_, at) => ({ count: { name: `f${at}` } })) }, /at most 30 facets/],
  [{ limit: 101 }, /from 0 to 100/],
];

test('refuses requests that are not well-formed (product-search.00a5a, search.f7e37)', async t => {
  for (const [body, message] of refused) t.match((await api.refusal(body)).message, message);
});
