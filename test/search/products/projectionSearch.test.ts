import { startProductSearch } from '../../support/search/startProductSearch.js';
import { errorOf, type WireError } from '../../support/refusal.js';
import { matchWhole } from '../../support/matchWhole.js';
import { test } from '../../support/tap.js';
import { createFurniture } from './furniture.js';

const api = await startProductSearch();
const { http, base } = api;

interface Variant {
  readonly id: number;
  readonly isMatchingVariant?: boolean;
  readonly price?: object;
  readonly scopedPrice?: object;
  readonly scopedPriceDiscounted?: boolean;
}
interface Answer {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  readonly results: readonly { readonly id: string; readonly masterVariant: Variant; readonly variants: Variant[] }[];
  readonly facets?: Readonly<Record<string, object>>;
}
type Parameters = readonly (readonly [name: string, value: string])[];

const pathOf = (parameters: Parameters, path = 'search'): string => {
  const query = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  return `${base}/product-projections/${path}?${query.toString()}`;
};
const send = (...parameters: Parameters) => http.send('GET', pathOf(parameters));
const search = async (...parameters: Parameters): Promise<Answer> => {
  const { status, json, text } = await send(...parameters);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as Answer;
};
const found = async (...parameters: Parameters): Promise<string[]> =>
  (await search(...parameters)).results.map(({ id }) => id);
const refusal = async (...parameters: Parameters): Promise<WireError> => errorOf(await send(...parameters));
const codeOf = ({ errors: [first] }: WireError): string | undefined => first?.code;

test('refuses a search before the products are searched', async t => {
  t.equal(codeOf(await refusal()), 'SearchDeactivated');
});

const { furniture, chairs, group, chair, table, bench } = await createFurniture(api);
await api.activate();

const filter = (text: string) => ['filter', text] as const;

const searches: readonly (readonly [parameters: Parameters, ids: readonly string[]])[] = [
  [[['text.en', 'OAK']], [chair.id]],
  [[['text.en', 'oak seat']], [chair.id]],
  [[['text.en', 'oak table']], []],
  [[['text.de', 'oak']], []],
  [[['text.de', 'Eiche']], [chair.id]],
  [[['text.en', 'green']], [chair.id]],
  // The words belong to one variant, or to the product.
  [[['text.en', 'green chair']], [chair.id]],
  [[['text.en', 'green red']], []],
  [[['text.en', 'CHAIR-2']], [chair.id]],
  [[['text.de', 'Güte']], [chair.id]],
  [[['text.en', 'hidden']], []],
  [[['text.en', 'tabel']], []],
  ...['tablet', 'tabel'].map(
    text =>
      [
        [
          ['text.en', text],
          ['fuzzy', 'true'],
        ],
        [table.id],
      ] as const,
  ),
  [
    [
      ['text.en', 'tablet'],
      ['fuzzy', 'true'],
      ['fuzzyLevel', '0'],
    ],
    [],
  ],
  [[filter(`categories.id:"${furniture!.id}"`)], [table.id]],
  [[filter(`categories.id: subtree("${furniture!.id}")`)], [table.id, chair.id]],
  [[filter('categories:missing')], []],
  [[filter('productType.id:exists')], [table.id, chair.id]],
  [[filter('taxCategory.id:missing')], [table.id, chair.id]],
  [[filter('variants.attributes.size.label:"Size s"')], [chair.id]],
  [[filter('variants.attributes.grade.key:"a"')], [chair.id]],
  [[filter('variants.attributes.grade.label.de:"Güte a"')], [chair.id]],
  [[filter('variants.attributes.cost.centAmount:range (* to 990)')], [chair.id]],
  [[filter(`createdAt:range ("2026-01-01T00:00:00Z" to *)`)], [table.id, chair.id]],
  [[filter('variants.sku:"TABLE-1","CHAIR-2"')], [table.id, chair.id]],
  [[filter('slug.en:"table"')], [table.id]],
  // Values and ranges in one filter are alternatives; several filters all have to match.
  [[filter('variants.price.centAmount:range (2000 to 2500), (9000 to *)')], [table.id, chair.id]],
  [[filter('variants.price.centAmount:range (2600 to 3800), (10000 to *)')], []],
  [[filter('variants.price.centAmount:2500,9900')], [table.id, chair.id]],
  [[filter('variants.attributes.color:"green","blue"')], [chair.id]],
  [[filter('variants.attributes.color:"green"'), filter('variants.sku:"CHAIR-1"')], []],
  [[filter('variants.attributes.size:missing,"m"')], [table.id, chair.id]],
  [[filter(`categories.id:"${furniture!.id}","${chairs!.id}"`), ['filter.query', 'key:"table"']], [table.id]],
  [[filter('searchKeywords.en.text:"dining chair"')], [chair.id]],
  [[filter('variants.availability.isOnStock:true')], []],
  [[filter('variants.availability.channels.c-1.isOnStock:false')], []],
  [[filter('name.de:missing')], [table.id]],
  [[['staged', 'true'], filter('published:false')], [bench.id]],
  [
    [
      ['staged', 'true'],
      ['text.en', 'oak'],
    ],
    [bench.id, chair.id],
  ],
  // These filters and sorts use the price of the buyer.
  [[['priceCurrency', 'EUR'], filter('variants.scopedPrice.value.centAmount:range (4000 to 5000)')], [chair.id]],
  [
    [
      ['priceCurrency', 'EUR'],
      ['priceCustomerGroup', group.id],
      filter('variants.scopedPrice.value.centAmount:range (4000 to 5000)'),
    ],
    [],
  ],
  [[['priceCurrency', 'USD'], filter('variants.scopedPrice:exists')], []],
  [
    [
      ['priceCurrency', 'USD'],
      ['priceCountry', 'US'],
      filter('variants.scopedPrice.value.currencyCode:"USD"'),
      filter('variants.scopedPriceDiscounted:false'),
    ],
    [chair.id],
  ],
];

test('finds published projections by words and filters, and staged ones (product.efe4b, product.4b0e5)', async t => {
  for (const [parameters, ids] of searches)
    t.same((await found(...parameters)).sort(), [...ids].sort(), JSON.stringify(parameters));
});

test('sorts by score, price, a path, and the place in a category', async t => {
  const [chairFirst, tableFirst] = [
    [chair.id, table.id],
    [table.id, chair.id],
  ];
  for (const [sort, ids] of [
    [['price asc'], tableFirst],
    [['price'], tableFirst],
    [['price desc'], chairFirst],
    [['price desc.min'], chairFirst],
    [['name.en asc'], chairFirst],
    // The chairs are red and green, the table is red.
    [['variants.attributes.color asc', 'key desc'], chairFirst],
    [['variants.attributes.color asc.max', 'key desc'], tableFirst],
    [['variants.attributes.color desc', 'key desc'], tableFirst],
    [['variants.attributes.color desc.min', 'key asc'], tableFirst],
    // A missing value is the last one.
    [['variants.attributes.cost.centAmount desc.max'], chairFirst],
    [['variants.attributes.grade.label.de asc'], chairFirst],
    [['variants.attributes.size.key asc'], chairFirst],
    [[`categoryOrderHints.${chairs!.id} asc`], tableFirst],
    [['score desc', 'id asc'], [...chairFirst].sort()],
  ] as const)
    t.same(await found(...sort.map(each => ['sort', each] as const)), ids, sort.join());
});

test('shows prices of buyers, marks matches (common.4fa3f, common.9afc4, product.c310c, product.ee23d)', async t => {
  const { results } = await search(
    ['priceCurrency', 'EUR'],
    ['filter.query', 'variants.attributes.color:"red"'],
    ['filter.query', 'key:"chair"'],
    ['markMatchingVariants', 'true'],
  );
  const value = { type: 'centPrecision', currencyCode: 'EUR', fractionDigits: 2, centAmount: 4_900 };
  matchWhole(t, results, [
    {
      masterVariant: {
        isMatchingVariant: true,
        price: { value },
        scopedPrice: { value, currentValue: value },
        scopedPriceDiscounted: false,
      },
      variants: [{ isMatchingVariant: false }],
    },
  ]);
  const [plain] = (await search(['filter.query', 'key:"chair"'])).results;
  const [shown] = results;
  const { price, scopedPrice } = shown!.masterVariant as { price: { id: string }; scopedPrice: { id: string } };
  t.match([price.id, scopedPrice.id], [/^[-0-9a-f]{36}$/, price.id]);
  t.notOk('isMatchingVariant' in plain!.masterVariant || 'scopedPrice' in plain!.masterVariant);
  const read = await http.send('GET', `${base}/product-projections/${chair.id}?priceCurrency=EUR`);
  const { masterVariant } = read.json as { masterVariant: Variant };
  t.notOk('isMatchingVariant' in masterVariant || 'scopedPrice' in masterVariant);
});

/** Also shows product.b6c7d, product.9ff55, product.5c38e and product.47ed6. */
test('answers with facets, which ignore filters of results (product.aff49, product.2c74e, product.34f9f)', async t => {
  t.notOk('facets' in (await search(filter('key:exists'))));
  const { total, facets } = await search(
    ['facet', 'variants.attributes.color as colors'],
    ['facet', 'variants.attributes.color:"red","green" counting products'],
    ['facet', 'variants.price.centAmount:range (0 to 4900), (4900 to *)'],
    filter('variants.attributes.color:"green"'),
    ['filter.facets', 'variants.price.currencyCode:"EUR"'],
  );
  t.equal(total, 1);
  t.same(facets, {
    colors: {
      type: 'terms',
      dataType: 'text',
      missing: 0,
      total: 3,
      other: 0,
      terms: [
        { term: 'red', count: 2 },
        { term: 'green', count: 1 },
      ],
    },
    'variants.attributes.color': { type: 'filter', count: 3, productCount: 2 },
    'variants.price.centAmount': {
      type: 'range',
      ranges: [
        {
          from: 0,
          fromStr: '0',
          to: 4_900,
          toStr: '4900',
          count: 2,
          totalCount: 2,
          total: 6_400,
          min: 2_500,
          max: 3_900,
          mean: 3_200,
        },
        {
          from: 4_900,
          fromStr: '4900',
          to: 0,
          toStr: '',
          count: 2,
          totalCount: 3,
          total: 20_700,
          min: 4_900,
          max: 9_900,
          mean: 6_900,
        },
      ],
    },
  });
});

test('orders the terms of a facet by products if it counts them (product.29f98, product.897ea)', async t => {
  const { facets } = await search(['facet', 'variants.attributes.color counting products as colors']);
  t.same((facets as { colors: { terms: unknown } }).colors.terms, [
    { term: 'red', count: 2, productCount: 2 },
    { term: 'green', count: 1, productCount: 1 },
  ]);
});

test('takes the parameters in a form, expands references, and answers the SDK (product.282a3)', async t => {
  const body = new URLSearchParams([
    ['filter', 'key:"chair","table"'],
    ['sort', 'key asc'],
    ['expand', 'categories[*]'],
    ['limit', '1'],
    ['offset', '1'],
  ]).toString();
  const answer = await api.sdk.productProjections().search().post({ body }).execute();
  matchWhole(t, answer.body, { limit: 1, offset: 1, count: 1, total: 2, results: [{ id: table.id }] });
  const names = answer.body.results[0]!.categories.map(({ obj }) => obj?.name.en);
  t.same(new Set(names), new Set(['Chairs', 'Furniture']));
  const got = await api.sdk
    .productProjections()
    .search()
    .get({ queryArgs: { 'text.en': 'oak', fuzzy: true, 'filter.query': 'key:exists', limit: 0 } })
    .execute();
  matchWhole(t, got.body, { limit: 0, count: 0, total: 1, results: [] });
});

test('suggests keywords by their inputs', async t => {
  const suggested = async (...parameters: Parameters) =>
    (await http.send('GET', pathOf(parameters, 'suggest'))).json as Readonly<Record<string, object>>;
  t.same(await suggested(['searchKeywords.en', 'SEAT']), { 'searchKeywords.en': [{ text: 'Garden seat' }] });
  t.same(await suggested(['searchKeywords.en', 'garden s']), { 'searchKeywords.en': [] });
  t.same(await suggested(['searchKeywords.en', 'dining c'], ['searchKeywords.de', 'hock']), {
    'searchKeywords.en': [{ text: 'dining chair' }],
    'searchKeywords.de': [{ text: 'Sessel' }],
  });
  t.same(await suggested(['searchKeywords.en', 'chair']), { 'searchKeywords.en': [] });
  t.same(await suggested(['searchKeywords.en', 'gardem'], ['fuzzy', 'true'], ['staged', 'true']), {
    'searchKeywords.en': [{ text: 'Garden seat' }],
  });
  const { body } = await api.sdk
    .productProjections()
    .suggest()
    .get({ queryArgs: { 'searchKeywords.de': 'S' } })
    .execute();
  t.same(body, { 'searchKeywords.de': [{ text: 'Sessel' }] });
});

test('shows staged data only to tokens that may see it', async t => {
  const scopes = [`view_published_products:${api.projectKey}`];
  const client = await api.createIn('api-clients', { name: 'shop', scope: scopes.join(' ') });
  const { id: clientId, secret: clientSecret } = client as unknown as { id: string; secret: string };
  const shop = api.quayside.http.as(
    await api.quayside.token({ ...api.credentials, clientId, clientSecret }, scopes.join(' ')),
  );
  t.equal((await shop.send('GET', pathOf([]))).status, 200);
  t.equal(codeOf(errorOf(await shop.send('GET', pathOf([['staged', 'true']])))), 'insufficient_scope');
  const staged = [
    ['staged', 'true'],
    ['searchKeywords.en', 'a'],
  ] as const;
  t.equal(codeOf(errorOf(await shop.send('GET', pathOf(staged, 'suggest')))), 'insufficient_scope');
});

test('finds staged changes, and later published ones', async t => {
  const changed = await api.update(table, { action: 'changeName', name: { en: 'Desk' }, staged: true });
  await api.settled();
  t.same(await found(['text.en', 'desk']), []);
  t.same(await found(['text.en', 'desk'], ['staged', 'true']), [table.id]);
  t.same(await found(['text.en', 'table'], filter('name.en:"Table"')), [table.id]);
  t.same(await found(filter('name.en:"Table"'), ['staged', 'true']), []);
  await api.update(changed, { action: 'publish' });
  await api.settled();
  t.same(await found(['text.en', 'desk']), [table.id]);
});

const refused: readonly (readonly [parameters: Parameters, code: string, message: RegExp])[] = [
  [[filter('nothing:"a"')], 'InvalidInput', /filter: expected the path of a field/],
  [[filter('key')], 'InvalidInput', /expected a path, ':' and values/],
  [[filter('key:a')], 'InvalidInput', /expected a text in quotation marks/],
  [[filter('key:5')], 'InvalidInput', /values of the type keyword, got 'key:5'/],
  [[filter('key:"a')], 'InvalidInput', /closing quotation mark/],
  [[filter('key: subtree("a")')], 'InvalidInput', /behind categories.id alone/],
  [[filter('version:range (1 to')], 'InvalidInput', /a number, a text in quotation marks or '\*' at the end/],
  [[['facet', 'nothing']], 'SearchFacetPathNotFound', /Facet path nothing not found/],
  [
    [
      ['facet', 'key'],
      ['facet', 'key'],
    ],
    'InvalidInput',
    /no other facet has/,
  ],
  [[['sort', 'nothing asc']], 'InvalidInput', /sort: expected score, price/],
  [
    [
      ['text.en', 'oak'],
      ['fuzzy', 'true'],
      ['fuzzyLevel', '2'],
    ],
    'InvalidInput',
    /fuzzyLevel: expected an integer from 0 to 1/,
  ],
  [[['limit', '501']], 'InvalidInput', /from 0 to 500/],
  [[['offset', '10001']], 'InvalidInput', /from 0 to 10000/],
  [[['staged', 'yes']], 'InvalidInput', /true or false/],
];

test('refuses parameters that are not well-formed', async t => {
  for (const [parameters, code, message] of refused) {
    const error = await refusal(...parameters);
    t.equal(codeOf(error), code, JSON.stringify(parameters));
    t.match(error.message, message);
  }
  const unnamed = errorOf(await http.send('GET', pathOf([], 'suggest')));
  t.match(unnamed.message, /expected the start of a keyword/);
});
