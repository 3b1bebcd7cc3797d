/** The older search of products over GraphQL, compared with that over HTTP. */
import { createGraphqlClient } from '../../support/graphql.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { matchWhole } from '../../support/matchWhole.js';
import { test } from '../../support/tap.js';
import { createFurniture } from './furniture.js';

const api = await startProductSearch();
const { furniture, chairs, group } = await createFurniture(api);
await api.activate();
const productType = { typeId: 'product-type', id: api.productType.id };

interface Answer {
  readonly results: readonly { readonly id: string }[];
  readonly facets?: Readonly<Record<string, object>>;
}
const search = async (...parameters: readonly [name: string, value: string][]): Promise<Answer> => {
  const { json } = await api.http.send(
    'GET',
    `${api.base}/product-projections/search?${new URLSearchParams(parameters).toString()}`,
  );
  return json as Answer;
};

const ask = createGraphqlClient(api.quayside, api.credentials, await api.quayside.token(api.credentials));
const resultOf = async (query: string, variables: object = {}) => {
  const { data, errors } = await ask(query, variables);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
};

test('GraphQL finds the same products with the same facets', async t => {
  const path = 'variants.attributes.color';
  const document = `query ($filters: [SearchFilterInput!], $facets: [SearchFacetInput!],
    $facetFilters: [SearchFilterInput!]) {
    productProjectionSearch(
      queryFilters: [{ model: { exists: { path: "key" } } }]
      filters: $filters
      facets: $facets
      facetFilters: $facetFilters
      sorts: ["key asc"]
      markMatchingVariants: true
      priceSelector: { currency: "EUR", customerGroup: { typeId: "customer-group", id: "${group.id}" } }
    ) {
      offset count total
      results {
        id version key published hasStagedChanges
        name(locale: "de") nameAllLocales { locale value }
        productTypeRef { typeId id } productType { name }
        categories { id } categoryOrderHints { categoryId orderHint }
        searchKeywords {
          locale
          searchKeywords {
            text suggestTokenizer { __typename type ... on CustomSuggestTokenizerProductSearch { inputs } }
          }
        }
        masterVariant { id sku isMatchingVariant scopedPriceDiscounted scopedPrice { currentValue { centAmount } }
          attributesRaw(includeNames: ["color"]) { name value }
            price(currency: "USD", country: "US") { value { centAmount } } prices { value { centAmount } } }
        variants(onlyMatching: true) { sku }
        allVariants(onlyMatching: true) { sku isMatchingVariant }
      }
      facets { facet value {
        __typename type
        ... on TermsFacetResult { dataType missing total other terms { term count productCount } }
        ... on RangeFacetResult {
          ranges { ... on RangeCountDouble { from fromStr to toStr count totalCount total min max mean } }
        }
        ... on ValueFacetResult { count productCount }
      } }
    }
  }`;
  const { productProjectionSearch: page } = await resultOf(document, {
    filters: [{ model: { value: { path, values: ['red'] } } }],
    facets: [
      { model: { terms: { path, alias: 'colors', countProducts: true } } },
      { model: { range: { path: 'variants.price.centAmount', ranges: [{ from: '4900', to: '*' }] } } },
      { string: `${path}:"red" as reds` },
    ],
    facetFilters: [{ model: { range: { path: 'variants.price.centAmount', ranges: [{ from: '*', to: '9900' }] } } }],
  });
  const rest = await search(
    ['filter.query', 'key:exists'],
    ['filter', `${path}:"red"`],
    ['facet', `${path} as colors counting products`],
    ['facet', 'variants.price.centAmount:range (4900 to *)'],
    ['facet', `${path}:"red" as reds`],
    ['filter.facets', 'variants.price.centAmount:range (* to 9900)'],
    ['sort', 'key asc'],
  );
  matchWhole(t, page, { offset: 0, count: 2, total: 2 });
  t.same(
    page.results.map((each: { id: string }) => each.id),
    rest.results.map(({ id }) => id),
  );
  const byName = Object.fromEntries(
    page.facets.map(({ facet, value }: { facet: string; value: object }) => [facet, value]),
  );
  matchWhole(t, byName.colors, { __typename: 'TermsFacetResult', ...rest.facets!.colors, productCount: undefined });
  matchWhole(t, byName['variants.price.centAmount'], {
    __typename: 'RangeFacetResult',
    ...rest.facets!['variants.price.centAmount'],
  });
  matchWhole(t, byName.reds, { __typename: 'ValueFacetResult', ...rest.facets!.reds });
  matchWhole(t, page.results[0], {
    key: 'chair',
    published: true,
    hasStagedChanges: false,
    name: 'Stuhl aus Eiche',
    productTypeRef: productType,
    productType: { name: 'searched' },
    categories: [{ id: chairs!.id }],
    categoryOrderHints: [{ categoryId: chairs!.id, orderHint: '0.4' }],
    masterVariant: {
      sku: 'CHAIR-1',
      isMatchingVariant: true,
      scopedPriceDiscounted: false,
      scopedPrice: { currentValue: { centAmount: 3_900 } },
      attributesRaw: [{ name: 'color', value: 'red' }],
      price: { value: { centAmount: 5_900 } },
      prices: [{ value: { centAmount: 4_900 } }, { value: { centAmount: 3_900 } }, { value: { centAmount: 5_900 } }],
    },
    variants: [],
    allVariants: [{ sku: 'CHAIR-1', isMatchingVariant: true }],
  });
  const keywords = page.results[0].searchKeywords.find(({ locale }: { locale: string }) => locale === 'de');
  t.same(keywords.searchKeywords, [
    {
      text: 'Sessel',
      suggestTokenizer: {
        __typename: 'CustomSuggestTokenizerProductSearch',
        type: 'custom',
        inputs: ['Stuhl', 'Hocker'],
      },
    },
  ]);
});

const graphqlSearches: readonly (readonly [args: string, keys: readonly (string | null)[]])[] = [
  ['text: "oak", locale: "en"', ['chair']],
  ['text: "oakk", locale: "en", fuzzy: true, fuzzyLevel: 1', ['chair']],
  ['text: "oak", locale: "en", staged: true, sorts: ["key asc"]', ['chair', null]],
  ['filters: [{ string: "key:\\"table\\"" }], limit: 1, projectExpandedProducts: true', ['table']],
  ['filters: [{ model: { value: { path: "variants.price.centAmount", values: ["2500"] } } }]', ['table']],
  ['filters: [{ model: { missing: { path: "key" } } }]', []],
  ['sorts: ["key desc"], offset: 1, localeProjection: ["en"]', ['chair']],
];

test('GraphQL takes the arguments of a search, and suggests keywords', async t => {
  for (const [args, keys] of graphqlSearches) {
    const { productProjectionSearch } = await resultOf(`{ productProjectionSearch(${args}) { results { key } } }`);
    t.same(
      productProjectionSearch.results.map(({ key }: { key: string | null }) => key),
      keys,
      args,
    );
  }
  const tree = (fields: string) =>
    resultOf(`{ productProjectionSearch(sorts: ["key asc"],
      filters: [{ model: { tree: { path: "categories.id", ${fields} } } }]) {
      results { key } } }`);
  const keysOf = async (fields: string): Promise<string[]> =>
    (await tree(fields)).productProjectionSearch.results.map(({ key }: { key: string }) => key);
  t.same(await keysOf(`rootValues: [], subTreeValues: ["${furniture!.id}"]`), ['chair', 'table']);
  t.same(await keysOf(`rootValues: ["${furniture!.id}"], subTreeValues: []`), ['table']);
  const { productProjectionsSuggest } = await resultOf(`{
    productProjectionsSuggest(searchKeywords: [{ locale: "en", searchKeyword: "dining c" }, { locale: "de",
      searchKeyword: "hock" }]) {
      searchKeywords { locale suggestions { text } } } }`);
  t.same(productProjectionsSuggest.searchKeywords, [
    { locale: 'en', suggestions: [{ text: 'dining chair' }] },
    { locale: 'de', suggestions: [{ text: 'Sessel' }] },
  ]);
  const shop = createGraphqlClient(
    api.quayside,
    api.credentials,
    await api.quayside.token(api.credentials, `view_published_products:${api.projectKey}`),
  );
  t.same((await shop('{ productProjectionSearch(limit: 1) { total } }')).data, {
    productProjectionSearch: { total: 2 },
  });
  for (const [client, document, code, message] of [
    [shop, '{ productProjectionSearch(staged: true) { total } }', 'insufficient_scope', /Staged data/],
    [ask, '{ productProjectionSearch(text: "a") { total } }', 'InvalidInput', /needs the argument locale/],
    [ask, '{ productProjectionSearch(filters: [{}]) { total } }', 'InvalidInput', /filters.*string, model; got none/],
    [ask, '{ productProjectionSearch(sorts: ["nothing asc"]) { total } }', 'InvalidInput', /score, price/],
  ] as const)
    matchWhole(t, (await client(document)).errors, [{ message, extensions: { code } }]);
});
