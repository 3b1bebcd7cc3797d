/**
 * A token with `view_published_products` reads only published data, over REST and GraphQL: each way to read products
 * is tried with each scope, on a published product, on one with staged changes and on an unpublished one (AUTH050).
 */
import { test } from '../support/tap.js';
import { valuesOf } from '../support/matchWhole.js';
import type { Resource } from '../support/resourceApi.js';
import {
  fields,
  graphqlOne,
  graphqlPage,
  look,
  lookGraphql,
  page,
  type Reader,
  type Seen,
  sorted,
  startProductReaders,
  where,
} from './productReaders.js';

const { quayside, credentials, projectKey, base, productType, products, gifts, cartType, readerWith, eachOne } =
  await startProductReaders();
const { plain, changed, hidden } = products;
const allSeen = ['plain: plain name', 'changed: changed name, staged new name', 'hidden: hidden name'];
const publishedSeen = ['plain: plain name', 'changed: changed name'];
const graphqlSeen = [
  'plain: plain name (plain-sku)',
  'changed: changed name, staged new name (changed-sku new-sku)',
  'hidden: hidden name (hidden-sku)',
];
const graphqlPublished = ['plain: plain name (plain-sku)', 'changed: changed name (changed-sku)'];
const seenChanged = (count: number, ...seen: string[]) => [200, count, ...seen];

/** Each way to read products, with the result for a token that reads all data and for one that reads published data. */
const operations: readonly (readonly [
  title: string,
  run: (reader: Reader) => Promise<unknown>,
  whole: unknown,
  published: unknown,
])[] = [
  [
    'a query without parameters',
    async reader => ((await page(reader, {})) as unknown[]).map(String).sort(),
    ['200', '3', ...allSeen].sort(),
    ['200', '2', ...publishedSeen].sort(),
  ],
  [
    'a query',
    reader => page(reader, { sort: 'key desc' }),
    [200, 3, allSeen[0], allSeen[2], allSeen[1]],
    [200, 2, ...publishedSeen],
  ],
  [
    'a page',
    reader => page(reader, { limit: '1', offset: '1', sort: 'key asc' }),
    [200, 3, allSeen[2]],
    [200, 2, publishedSeen[0]],
  ],
  ['a query by key', where('key = "hidden"'), [200, 1, allSeen[2]], [200, 0]],
  [
    'a query by id',
    where(`id in ("${hidden.id}", "${changed.id}")`),
    [200, 2, allSeen[1], allSeen[2]],
    [200, 1, publishedSeen[1]],
  ],
  ['unpublished ones', where('masterData(published = false)'), [200, 1, allSeen[2]], [200, 0]],
  ['those with staged changes', where('masterData(hasStagedChanges = true)'), seenChanged(1, allSeen[1]!), [200, 0]],
  [
    'those without staged changes',
    where('masterData(hasStagedChanges = false)'),
    [200, 2, allSeen[2], allSeen[0]],
    [200, 2, publishedSeen[1], publishedSeen[0]],
  ],
  ['a staged name', where('masterData(staged(name(en = "new name")))'), [200, 1, allSeen[1]], [200, 0]],
  [
    'a published name as staged',
    where('masterData(staged(name(en = "changed name")))'),
    [200, 0],
    [200, 1, publishedSeen[1]],
  ],
  [
    'any other staged name',
    where('masterData(staged(name(en != "changed name")))'),
    [200, 3, allSeen[1], allSeen[2], allSeen[0]],
    [200, 1, publishedSeen[0]],
  ],
  [
    'a staged price',
    where('masterData(staged(masterVariant(prices(value(centAmount < 100)))))'),
    [200, 1, allSeen[1]],
    [200, 0],
  ],
  [
    'a published price',
    where('masterData(current(masterVariant(prices(value(centAmount = 100)))))'),
    [200, 3, allSeen[1], allSeen[2], allSeen[0]],
    [200, 2, publishedSeen[1], publishedSeen[0]],
  ],
  [
    'no staged variant',
    where('masterData(staged(variants is empty))'),
    [200, 2, allSeen[2], allSeen[0]],
    [200, 2, publishedSeen[1], publishedSeen[0]],
  ],
  [
    'a product type',
    where(`productType(id = "${productType.id}")`),
    [200, 3, allSeen[1], allSeen[2], allSeen[0]],
    [200, 2, publishedSeen[1], publishedSeen[0]],
  ],
  [
    'the order of staged names',
    sorted('masterData.staged.name.en desc'),
    [200, 3, allSeen[0], allSeen[1], allSeen[2]],
    [200, 2, publishedSeen[0], publishedSeen[1]],
  ],
  [
    'the order of staged slugs',
    sorted('masterData.staged.slug.en asc'),
    [200, 3, allSeen[2], allSeen[1], allSeen[0]],
    [200, 2, publishedSeen[1], publishedSeen[0]],
  ],
  ['reads by id', eachOne(({ id }) => `products/${id}`), allSeen, [...publishedSeen, 404]],
  ['reads by key', eachOne(({ key }) => `products/key=${String(key)}`), allSeen, [...publishedSeen, 404]],
  ['reads with expansion', eachOne(({ id }) => `products/${id}?expand=productType`), allSeen, [...publishedSeen, 404]],
  [
    'HEAD',
    async ({ read }) =>
      Promise.all(Object.values(products).map(async ({ id }) => (await read(`products/${id}`, 'HEAD')).status)),
    [200, 200, 200],
    [200, 200, 404],
  ],
  [
    'expansion from another resource',
    async ({ read }) => {
      const seen = gifts.map(async ({ id }) => {
        const { json } = await read(`cart-discounts/${id}?expand=value.product`);
        const { obj } = (json as { value: { product: { obj?: Seen } } }).value.product;
        return obj === undefined ? 'bare' : look(obj);
      });
      return Promise.all(seen);
    },
    allSeen,
    [...publishedSeen, 'bare'],
  ],
  [
    'expansion in a page',
    async ({ read }) => {
      const { json } = await read('cart-discounts?sort=createdAt+asc&expand=value.product');
      const { results } = json as { results: { value: { product: { id: string; obj?: Seen } } }[] };
      const byId = new Map(results.map(({ value: { product } }) => [product.id, product.obj]));
      return Object.values(products).map(({ id }) => {
        const obj = byId.get(id);
        return obj === undefined ? 'bare' : look(obj);
      });
    },
    allSeen,
    [...publishedSeen, 'bare'],
  ],
  [
    "expansion in the visitor's own cart",
    async ({ read }) => {
      const seen = Object.values(products).map(async ({ id }) => {
        const custom = {
          type: { typeId: 'type', id: cartType.id },
          fields: { products: [{ typeId: 'product', id }] },
        };
        const draft = { currency: 'EUR', custom };
        const { status, json } = await read('me/carts?expand=custom.fields.products[*]', 'POST', draft);
        if (status === 400) return (json as { errors: { code: string }[] }).errors[0]!.code;
        const [shown] = (json as { custom: { fields: { products: { obj?: Seen }[] } } }).custom.fields.products;
        return shown?.obj === undefined ? 'bare' : look(shown.obj);
      });
      return Promise.all(seen);
    },
    allSeen,
    [...publishedSeen, 'ReferencedResourceNotFound'],
  ],
  [
    'GraphQL products',
    graphqlPage('(sort: "key desc")'),
    [3, graphqlSeen[0], graphqlSeen[2], graphqlSeen[1]],
    [2, ...graphqlPublished],
  ],
  ['GraphQL where', graphqlPage('(where: "masterData(staged(name(en = \\"new name\\")))")'), [1, graphqlSeen[1]], [0]],
  [
    'GraphQL sort',
    graphqlPage('(sort: "masterData.staged.slug.en asc")'),
    [3, graphqlSeen[2], graphqlSeen[1], graphqlSeen[0]],
    [2, graphqlPublished[1], graphqlPublished[0]],
  ],
  [
    'GraphQL products by SKU',
    graphqlPage('(skus: ["new-sku", "hidden-sku", "plain-sku"], sort: "key asc")'),
    [3, graphqlSeen[1], graphqlSeen[2], graphqlSeen[0]],
    [1, graphqlPublished[0]],
  ],
  ['GraphQL products by no SKU', graphqlPage('(skus: ["new-sku"])'), [1, graphqlSeen[1]], [0]],
  ['GraphQL product by id', graphqlOne(`id: "${changed.id}"`), graphqlSeen[1], graphqlPublished[1]],
  ['GraphQL product by key', graphqlOne('key: "hidden"'), graphqlSeen[2], 'null'],
  ['GraphQL product by SKU', graphqlOne('sku: "changed-sku"'), graphqlSeen[1], graphqlPublished[1]],
  ['GraphQL product by staged SKU', graphqlOne('sku: "new-sku"'), graphqlSeen[1], 'null'],
  ['GraphQL product by staged key of a variant', graphqlOne('variantKey: "new-variant"'), graphqlSeen[1], 'null'],
  [
    'a reference in GraphQL',
    async ({ ask }) => {
      const seen = gifts.map(async ({ id }) => {
        const { data } = await ask(
          `{ cartDiscount(id: "${id}") { value { ... on GiftLineItemValue { product { ${fields} } } } } }`,
        );
        return lookGraphql(data.cartDiscount.value.product);
      });
      return Promise.all(seen);
    },
    graphqlSeen,
    [...graphqlPublished, 'null'],
  ],
];

for (const scope of ['view_published_products', 'view_products', 'manage_products', 'manage_project']) {
  const seen = scope === 'view_published_products' ? 'as they are published' : 'whole';
  test(`with ${scope} products are read ${seen} (AUTH050)`, async t => {
    const reader = await readerWith(scope);
    for (const [title, run, whole, published] of operations)
      t.strictSame(await run(reader), scope === 'view_published_products' ? published : whole, title);
  });
}

test('with both scopes everything is seen, and with neither nothing', async t => {
  const both = await quayside.token(
    credentials,
    ['view_published_products', 'view_products'].map(each => `${each}:${projectKey}`).join(' '),
  );
  t.same((await quayside.http.as(both).send('GET', `${base}/products/${hidden.id}`)).status, 200);
  const { read, ask } = await readerWith('view_categories');
  t.same(
    await Promise.all(['products', `products/${plain.id}`].map(async path => (await read(path)).status)),
    [403, 403],
  );
  t.match((await ask('{ products { total } }')).errors, [{ extensions: { code: 'insufficient_scope' } }]);
});

test('view_published_products permits no writes of products', async t => {
  const token = await quayside.token(credentials, `view_published_products:${projectKey}`);
  const http = quayside.http.as(token);
  const statuses = [
    await http.send('POST', `${base}/products`, { body: {} }),
    await http.send('POST', `${base}/products/${plain.id}`, { body: { version: 1, actions: [] } }),
    await http.send('DELETE', `${base}/products/${plain.id}?version=1`),
  ];
  t.same(valuesOf(statuses, 'status'), [403, 403, 403]);
});

test('a published product shows its published data in the bytes of its members, in the order of the wire', async t => {
  const { read } = await readerWith('view_published_products');
  const { json } = await read(`products/${changed.id}`);
  const { masterData } = changed as unknown as Seen & Resource;
  t.equal(
    JSON.stringify(json),
    JSON.stringify({ ...changed, masterData: { ...masterData, staged: masterData.current, hasStagedChanges: false } }),
  );
});
