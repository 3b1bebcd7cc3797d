/** Variants of products that are found by arguments, with prices for a buyer and stock. */
import { test } from '../support/tap.js';
import { attributeDraft, money, newKey, productTypeDraft } from '../support/drafts.js';
import { createGraphqlClient, startGraphql, storeMany } from '../support/graphql.js';

const { quayside, credentials, projectKey, http, base, createIn, ask, data } = await startGraphql();

const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
const channel = await createIn('channels', { key: newKey('hall'), roles: ['InventorySupply', 'ProductDistribution'] });
const group = await createIn('customer-groups', { groupName: newKey('group') });
const inChannel = { channel: { typeId: 'channel', id: channel.id } };
const [first, second, third] = [newKey('sku'), newKey('sku'), newKey('sku')];
const image = { url: 'https://example.com/a.png', dimensions: { w: 1, h: 2 } };

const draftOf = (changes: object) => ({
  key: newKey('product'),
  productType: { typeId: 'product-type', id: productType.id },
  name: { en: 'Rain jacket' },
  slug: { en: newKey('jacket') },
  publish: true,
  ...changes,
});

const product = await createIn(
  'products',
  draftOf({
    searchKeywords: {
      en: [{ text: 'rain jacket', suggestTokenizer: { type: 'whitespace' } }],
      de: [{ text: 'Regenjacke', suggestTokenizer: { type: 'custom', inputs: ['Regen', 'Jacke'] } }],
    },
    masterVariant: {
      sku: first,
      key: 'one',
      images: [image],
      prices: [
        { value: money(1_000) },
        { value: money(900), country: 'DE' },
        { value: money(800), customerGroup: { typeId: 'customer-group', id: group.id } },
        { value: money(700), ...inChannel },
        { value: money(600), country: 'FR', validUntil: '2020-01-01T00:00:00.000Z' },
      ],
    },
    variants: [{ sku: second, key: 'two' }, { sku: third }],
  }),
);
await createIn('inventory', { sku: first, quantityOnStock: 3, restockableInDays: 2 });
await createIn('inventory', {
  sku: first,
  quantityOnStock: 0,
  supplyChannel: { typeId: 'channel', id: channel.id },
});
await createIn('inventory', { sku: second, quantityOnStock: 5, supplyChannel: { typeId: 'channel', id: channel.id } });

/** Stores a product with order hints directly: no category exists yet, so the API would refuse them. */
const storeWithHints = async (): Promise<string> => {
  const variant = { id: 1, prices: [], attributes: [], images: [], assets: [] };
  const current = {
    name: { en: 'x' },
    slug: { en: newKey('x') },
    categories: [],
    categoryOrderHints: { outdoor: '0.5' },
    masterVariant: variant,
    variants: [],
    searchKeywords: {},
    attributes: [],
  };
  const masterData = { published: true, current, staged: current, hasStagedChanges: false };
  const stored = { productType: { typeId: 'product-type', id: productType.id }, masterData, priceMode: 'Embedded' };
  const [id = ''] = await storeMany(quayside, projectKey, 'product', [stored]);
  return id;
};

const currentOf = async (selection: string, variables: object = {}, declared = ''): Promise<unknown> =>
  (
    await data(`query ($sku: String${declared}) { product(sku: $sku) { masterData { current { ${selection} } } } }`, {
      sku: first,
      ...variables,
    })
  ).product.masterData.current;

test('finds a product by the SKU or the key of a variant, and products by SKUs', async t => {
  const { id } = product;
  t.same(await data(`{ product(sku: "${second}") { id skus } }`), { product: { id, skus: [first, second, third] } });
  t.same((await data('{ product(variantKey: "two") { id } }')).product, { id });
  t.same((await data('{ product(sku: "none") { id } }')).product, null);
  t.same(await data(`{ inStore(key: "any") { product(sku: "${second}") { id } none: product(sku: "none") { id } } }`), {
    inStore: { product: { id }, none: null },
  });
  t.same((await ask(`{ product(sku: "${first}", key: "x") { id } }`)).errors?.[0]?.extensions.code, 'InvalidInput');
  const page = `query ($skus: [String!], $where: String) { products(skus: $skus, where: $where) { total results { id } } }`;
  t.same((await data(page, { skus: [second, third, 'none'] })).products, { total: 1, results: [{ id }] });
  t.same((await data(page, { skus: ['none'] })).products, { total: 0, results: [] });
  t.same((await data(page, { skus: [first], where: 'key = "other"' })).products, { total: 0, results: [] });
});

test('finds a variant, and leaves out those that the arguments do not fit', async t => {
  t.same(await currentOf(`variant(sku: "${third}") { id }`), { variant: { id: 3 } });
  t.same(await currentOf('one: variant(key: "one") { id } none: variant(key: "none") { id } skus'), {
    one: { id: 1 },
    none: null,
    skus: [first, second, third],
  });
  const filters = `all: allVariants { id }
    named: allVariants(skus: ["${first}", "${third}"]) { id }
    pictured: allVariants(hasImages: true) { id }
    plain: variants(hasImages: false) { id }
    onStock: allVariants(isOnStock: true) { id }
    soldOut: allVariants(isOnStock: false) { id }
    inHall: allVariants(isOnStock: true, stockChannelIds: ["${channel.id}"]) { id }`;
  const ids = Object.fromEntries(
    Object.entries((await currentOf(filters)) as Record<string, { id: number }[]>).map(([name, found]) => [
      name,
      found.map(({ id }) => id),
    ]),
  );
  t.same(ids, {
    all: [1, 2, 3],
    named: [1, 3],
    pictured: [1],
    plain: [2, 3],
    onStock: [1, 2],
    soldOut: [3],
    inHall: [2],
  });
});

const priceOf = (args: string): string => `price(currency: "EUR"${args}) { value { centAmount } }`;

test('selects the price for a buyer as carts do', async t => {
  const selection = `masterVariant {
    plain: ${priceOf('')}
    german: ${priceOf(', country: "DE"')}
    grouped: ${priceOf(`, country: "DE", customerGroupId: "${group.id}"`)}
    hall: ${priceOf(`, channelId: "${channel.id}"`)}
    past: ${priceOf(', country: "FR", date: "2019-06-01T00:00:00+02:00"')}
    now: ${priceOf(', country: "FR"')}
    dollars: price(currency: "USD") { id }
  }`;
  const amount = (centAmount: number) => ({ value: { centAmount } });
  t.same(await currentOf(selection), {
    masterVariant: {
      plain: amount(1_000),
      german: amount(900),
      grouped: amount(800),
      hall: amount(700),
      past: amount(600),
      now: amount(1_000),
      dollars: null,
    },
  });
});

test('selects standalone prices that are active, where the product has them', async t => {
  const [sku, other] = [newKey('sku'), newKey('sku')];
  await createIn(
    'products',
    draftOf({
      priceMode: 'Standalone',
      masterVariant: { sku, prices: [{ value: money(1) }] },
      variants: [{ sku: other }],
    }),
  );
  await createIn('standalone-prices', { sku, value: money(450) });
  await createIn('standalone-prices', { sku, value: money(400), country: 'DE', active: false });
  const variant = `id ${priceOf(', country: "DE"')}`;
  const read = `{
    product(sku: "${sku}") {
      masterData {
        staged { masterVariant { ${variant} } allVariants { ${variant} } variant(sku: "${other}") { ${variant} } }
      }
    }
  }`;
  const [one, two] = [
    { id: 1, price: { value: { centAmount: 450 } } },
    { id: 2, price: null },
  ];
  t.same((await data(read)).product.masterData.staged, { masterVariant: one, allVariants: [one, two], variant: two });
});

test('shows the stock of a variant, by supply channel and without one', async t => {
  const selection = `allVariants { availability {
    noChannel { isOnStock availableQuantity restockableInDays version }
    channels {
      total limit offset results { channelRef { id } channel { key } availability { isOnStock availableQuantity } }
    }
    none: channels(excludeChannelIds: ["${channel.id}"]) { total results { channelRef { id } } }
    after: channels(offset: 1, limit: 1) { total offset limit results { channelRef { id } } }
  } }`;
  const inHall = (availableQuantity: number) => ({
    channels: {
      total: 1,
      limit: 100,
      offset: 0,
      results: [
        {
          channelRef: { id: channel.id },
          channel: { key: channel.key },
          availability: { isOnStock: availableQuantity > 0, availableQuantity },
        },
      ],
    },
    none: { total: 0, results: [] },
    after: { total: 1, offset: 1, limit: 1, results: [] },
  });
  const stock = { isOnStock: true, availableQuantity: 3, restockableInDays: 2, version: 1 };
  t.same(await currentOf(selection), {
    allVariants: [
      { availability: { noChannel: stock, ...inHall(0) } },
      { availability: { noChannel: null, ...inHall(5) } },
      { availability: null },
    ],
  });
});

test('shows order hints in categories as a list, and by category', async t => {
  const hints = 'categoryOrderHints { categoryId orderHint } hint: categoryOrderHint(categoryId: "outdoor")';
  const read = `{ product(id: "${await storeWithHints()}") { masterData { current { ${hints} } } } }`;
  t.same((await data(read)).product.masterData.current, {
    categoryOrderHints: [{ categoryId: 'outdoor', orderHint: '0.5' }],
    hint: '0.5',
  });
});

test('shows and takes search keywords and order hints as lists', async t => {
  const fields = `searchKeywords { locale searchKeywords { text
    suggestTokenizer { __typename type ... on CustomSuggestTokenizer { inputs } } } }
    categoryOrderHints { categoryId orderHint } hint: categoryOrderHint(categoryId: "outdoor")
    searchKeyword(locale: "en") { text }`;
  const whitespace = { __typename: 'WhitespaceSuggestTokenizer', type: 'whitespace' };
  const custom = { __typename: 'CustomSuggestTokenizer', type: 'custom', inputs: ['Regen', 'Jacke'] };
  t.same(await currentOf(fields), {
    searchKeywords: [
      { locale: 'en', searchKeywords: [{ text: 'rain jacket', suggestTokenizer: whitespace }] },
      { locale: 'de', searchKeywords: [{ text: 'Regenjacke', suggestTokenizer: custom }] },
    ],
    categoryOrderHints: [],
    hint: null,
    searchKeyword: [{ text: 'rain jacket' }],
  });
  const draft = {
    productType: { typeId: 'product-type', id: productType.id },
    name: [{ locale: 'en', value: 'Coat' }],
    slug: [{ locale: 'en', value: newKey('coat') }],
    searchKeywords: [
      { locale: 'en', keywords: [{ text: 'coat', suggestTokenizer: { custom: { inputs: ['warm'] } } }, { text: 'x' }] },
    ],
  };
  const creation = 'mutation ($draft: ProductDraft!) { createProduct(draft: $draft) { id } }';
  const { createProduct: made } = await data(creation, { draft });
  const { json } = await http.send('GET', `${base}/products/${made.id}`);
  t.same((json as { masterData: { staged: { searchKeywords: object } } }).masterData.staged.searchKeywords, {
    en: [{ text: 'coat', suggestTokenizer: { type: 'custom', inputs: ['warm'] } }, { text: 'x' }],
  });
  const categoryOrderHints = [{ uuid: 'outdoor', orderHint: '0.7' }];
  t.match((await ask(creation, { draft: { ...draft, categoryOrderHints } })).errors, [
    { message: "categoryOrderHints names the category 'outdoor', which the product is not in." },
  ]);
  const both = { whitespace: {}, custom: { inputs: [] } };
  const searchKeywords = [{ locale: 'en', keywords: [{ text: 'x', suggestTokenizer: both }] }];
  t.match((await ask(creation, { draft: { ...draft, searchKeywords } })).errors, [
    { message: 'A suggest tokenizer takes one of whitespace and custom.' },
  ]);
});

test('attributes have the definition of their product type, in products and in line items (cart.6b1f3)', async t => {
  const definition = (name: string, label: string, level: string) => ({
    name,
    label: { en: label },
    type: { name: 'text' },
    level,
    isRequired: false,
    isSearchable: true,
  });
  const type = await createIn(
    'product-types',
    productTypeDraft([definition('fabric', 'Fabric', 'Variant'), definition('season', 'Season', 'Product')], {
      key: newKey('type'),
    }),
  );
  const sku = newKey('sku');
  const { id } = await createIn(
    'products',
    draftOf({
      productType: { typeId: 'product-type', id: type.id },
      attributes: [{ name: 'season', value: 'Spring' }],
      masterVariant: { sku, attributes: [{ name: 'fabric', value: 'Wool' }], prices: [{ value: money(100) }] },
    }),
  );
  const fields = '{ name value attributeDefinition { name label(locale: "en") type { name } isSearchable } }';
  const shown = (name: string, value: string, label: string) => ({
    name,
    value,
    attributeDefinition: { name, label, type: { name: 'text' }, isSearchable: true },
  });
  const [season, fabric] = [shown('season', 'Spring', 'Season'), shown('fabric', 'Wool', 'Fabric')];
  const document = `query ($id: String) { product(id: $id) { masterData { current { attributesRaw ${fields}
    masterVariant { attributesRaw ${fields} price(currency: "EUR") { discounted { discount { name(locale: "en") } } } }
    allVariants { attributesRaw ${fields} } variant(sku: "${sku}") { attributesRaw(includeNames: ["fabric"])
      ${fields} } } } } }`;
  const current = {
    attributesRaw: [season],
    masterVariant: { attributesRaw: [fabric], price: { discounted: null } },
    allVariants: [{ attributesRaw: [fabric] }],
    variant: { attributesRaw: [fabric] },
  };
  const scope = `view_published_products:${projectKey}`;
  const published = createGraphqlClient(quayside, credentials, await quayside.token(credentials, scope));
  for (const client of [ask, published])
    t.same(await client(document, { id }), { status: 200, data: { product: { masterData: { current } } } });
  const cart = await createIn('carts', { currency: 'EUR', lineItems: [{ sku }] });
  t.same(await data(`{ cart(id: "${cart.id}") { lineItems { variant { attributesRaw ${fields} } } } }`), {
    cart: { lineItems: [{ variant: { attributesRaw: [season, fabric] } }] },
  });
});

test('shows products in some languages, with the prices of all (Query.product, Query.products)', async t => {
  const type = await createIn(
    'product-types',
    productTypeDraft([attributeDraft('label', { name: 'ltext' })], { key: newKey('type') }),
  );
  const key = newKey('product');
  const label = { en: newKey('own'), de: 'Eigen' };
  const { id } = await createIn('products', {
    ...draftOf({ key }),
    productType: { typeId: 'product-type', id: type.id },
    name: { en: 'Coat', de: 'Mantel' },
    slug: { en: newKey('coat'), de: newKey('mantel') },
    description: { en: 'Warm' },
    masterVariant: { attributes: [{ name: 'label', value: label }], prices: [{ value: money(1_000) }] },
  });
  await createIn('product-discounts', {
    name: { en: 'Own' },
    value: { type: 'relative', permyriad: 1_000 },
    predicate: `attributes.label.en = "${label.en}"`,
    sortOrder: '0.123',
    isActive: true,
  });
  const fields = `id masterData { current {
    nameAllLocales { locale value } descriptionAllLocales { locale }
    masterVariant { attributesRaw { value } price(currency: "EUR") { discounted { value { centAmount } } } }
  } }`;
  const found = await data(
    `{ product(key: "${key}", localeProjection: ["de"]) { ${fields} }
      products(where: "key=\\"${key}\\"", localeProjection: ["de", "fr"]) { total results { ${fields} } }
      all: product(key: "${key}") { masterData { current { nameAllLocales { locale } } } } }`,
  );
  const shown = {
    id,
    masterData: {
      current: {
        nameAllLocales: [{ locale: 'de', value: 'Mantel' }],
        descriptionAllLocales: [{ locale: 'en' }],
        masterVariant: {
          attributesRaw: [{ value: { de: 'Eigen' } }],
          price: { discounted: { value: { centAmount: 900 } } },
        },
      },
    },
  };
  t.strictSame(found.product, shown);
  t.strictSame(found.products, { total: 1, results: [shown] });
  t.equal(found.all.masterData.current.nameAllLocales.length, 2);
});
