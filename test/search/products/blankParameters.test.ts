/**
 * A blank parameter or argument restricts nothing: storefronts send their search fields, filters, sort keys and price
 * selections even if a buyer has not filled them in.
 */
import { createGraphqlClient } from '../../support/graphql.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { createFurniture } from './furniture.js';

const api = await startProductSearch();
await createFurniture(api);
await api.activate();

const get = async (path: string, parameters: readonly (readonly [string, string])[]) => {
  const text = parameters.map(each => each.map(encodeURIComponent).join('=')).join('&');
  const { status, json } = await api.http.send('GET', `${api.base}/${path}?${text}`);
  return { status, json };
};

const price = ['priceCurrency', 'priceCountry', 'priceCustomerGroup', 'priceChannel'];
const projection = ['expand', 'staged', 'localeProjection', 'storeProjection', 'filter[attributes]', ...price];
const page = ['limit', 'offset', 'sort'];
const query = [...page, 'where', 'withTotal', 'expand'];
const searchParameters = ['text.en', 'fuzzy', 'fuzzyLevel', 'filter', 'filter.query', 'filter.facets', 'facet'];
const search = [...page, ...projection, ...searchParameters, 'markMatchingVariants'];

/** Paths with their optional parameters. */
const paths: Readonly<Record<string, readonly string[]>> = {
  'product-projections/search': search,
  'product-projections': [...query, ...projection],
  products: [...query, ...price],
  categories: query,
  'product-types': query,
  carts: query,
};

for (const [path, names] of Object.entries(paths))
  test(`GET ${path}: a blank parameter restricts nothing`, async t => {
    const plain = await get(path, []);
    t.equal(plain.status, 200);
    for (const blank of ['', ' ']) {
      for (const name of names) t.same(await get(path, [[name, blank]]), plain, `${name}='${blank}'`);
      const all = names.map((name): [string, string] => [name, blank]);
      t.same(await get(path, [...all, ...all]), plain, `all parameters twice as '${blank}'`);
    }
  });

test('POST product-projections/search: a blank member of the form restricts nothing', async t => {
  const post = (body: string) =>
    api.http.send('POST', `${api.base}/product-projections/search`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const { status, json } = await post('limit=100');
  t.equal(status, 200);
  const blank = search.filter(name => name !== 'limit').map(name => `${encodeURIComponent(name)}=`);
  t.same((await post(`limit=100&${blank.join('&')}`)).json, json);
});

test('an empty variable is a value to compare with', async t => {
  const { json } = await get('products', [
    ['where', 'key = :key'],
    ['var.key', ''],
  ]);
  t.match(json, { count: 0, total: 0, results: [] });
});

const ask = createGraphqlClient(api.quayside, api.credentials, await api.quayside.token(api.credentials));

/** A selection of each field without arguments, and arguments that change nothing. */
const fields: Readonly<Record<string, readonly [selection: string, given: Readonly<Record<string, string>>]>> = {
  productProjectionSearch: [
    'total results { id } facets { facet }',
    {
      text: '""',
      fuzzy: 'false',
      fuzzyLevel: 'null',
      queryFilters: '[]',
      filters: '[{ string: "" }]',
      facetFilters: '[{ model: { value: { path: "key", values: [] } } }]',
      facets: '[]',
      sorts: '[""]',
      offset: '0',
      limit: 'null',
      localeProjection: '[]',
      storeProjection: '""',
      locale: 'null',
      priceSelector: 'null',
    },
  ],
  products: ['total results { id }', { where: '""', sort: '[]', offset: '0', limit: 'null', skus: 'null' }],
  categories: ['total results { id }', { where: '" "', sort: '[""]', offset: '0', limit: 'null' }],
  carts: ['total results { id }', { where: 'null', sort: 'null', offset: 'null', limit: 'null' }],
  categorySearch: [
    'total results { id }',
    { fulltext: '{ locale: "en", text: "" }', filters: '[""]', queryFilters: '[]', sorts: '[""]', offset: '0' },
  ],
};

for (const [field, [selection, given]] of Object.entries(fields))
  test(`GraphQL ${field}: a blank argument restricts nothing`, async t => {
    const resultOf = async (...all: readonly string[]) => {
      const { data, errors } = await ask(
        `{ ${field}${all.length === 0 ? '' : `(${all.join(', ')})`} { ${selection} } }`,
      );
      t.same(errors, undefined, all.join(', '));
      return data;
    };
    const plain = await resultOf();
    const texts = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
    for (const text of texts) t.same(await resultOf(text), plain, text);
    t.same(await resultOf(...texts), plain, 'all arguments');
  });
