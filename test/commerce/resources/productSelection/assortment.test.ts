/** The product selections of a store limit the products in its carts and projections. */
import { limits } from '../../../../src/base/config/limits.js';
import { startShop } from '../../../support/cartShop.js';
import { createSample } from '../../../support/createSample.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { storeMany } from '../../../support/graphql.js';
import { assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const shop = await startShop();
const { base, http, createIn, resourcesAt, quayside, projectKey } = shop;
const selections = resourcesAt('product-selections');
const stores = resourcesAt('stores');
const skus = { a: newKey('a'), b: newKey('b'), c: newKey('c') };
const prices = [{ value: money(100) }];
const variant = (sku: string) => ({ sku, prices });
const shirt = await shop.product(prices, {
  masterVariant: variant(skus.a),
  variants: [variant(skus.b), variant(skus.c)],
});
const hat = await shop.product(prices);
const all = [skus.a, skus.b, skus.c, hat.sku];
const shirts = referenceTo('product', shirt);
const hats = referenceTo('product', hat);

const select = async (mode: string, ...actions: readonly object[]) =>
  selections.update(await selections.create({ name: { en: mode }, mode }), ...actions);
const add = (product: object, variantSelection?: object) => ({ action: 'addProduct', product, variantSelection });
const exclude = (product: object, ...excluded: readonly string[]) => ({
  action: 'excludeProduct',
  product,
  ...(excluded.length > 0 && { variantExclusion: { skus: excluded } }),
});

const individual = await select('Individual', add(shirts, { type: 'includeOnly', skus: [skus.b, skus.c] }));
const exceptB = await select('Individual', add(shirts, { type: 'includeAllExcept', skus: [skus.b] }));
const onlyHats = await select('Individual', add(hats));
const noShirts = await select('IndividualExclusion', exclude(shirts));
const noA = await select('IndividualExclusion', exclude(shirts, skus.a), exclude(hats));
const foreign = await select('Individual', add(shirts, { type: 'includeOnly', skus: ['none'] }), add(hats));

type Setting = readonly [selection: Resource, active: boolean];

const storeWith = async (settings: readonly Setting[]): Promise<string> => {
  const productSelections = settings.map(([selection, active]) => ({
    productSelection: referenceTo('product-selection', selection),
    active,
  }));
  return String((await stores.create({ key: newKey('store'), productSelections })).key);
};

interface Projection {
  readonly id: string;
  readonly masterVariant: { readonly sku: string };
  readonly variants: readonly { readonly sku: string }[];
}
const skusOf = ({ masterVariant, variants }: Projection): string[] =>
  [masterVariant, ...variants].map(({ sku }) => sku);

const offeredTo = async (key: string): Promise<string[]> => {
  const { json } = await http.send('GET', `${base}/in-store/key=${key}/product-projections?limit=100`);
  const single = await Promise.all(
    [shirt, hat].map(async ({ id }) => {
      const answer = await http.send('GET', `${base}/in-store/key=${key}/product-projections/${id}`);
      return answer.status === 404 ? [] : skusOf(answer.json as Projection);
    }),
  );
  const found = (json as { results: Projection[] }).results.flatMap(skusOf).sort();
  if (JSON.stringify(single.flat().sort()) !== JSON.stringify(found))
    throw new Error(`differs from the page: ${JSON.stringify(single)}`);
  return found;
};

/** Returns the SKUs that a store accepts in a cart. */
const soldBy = async (key: string): Promise<string[]> => {
  const store = { typeId: 'store', key };
  const sold: string[] = [];
  for (const sku of all) {
    const { status, json } = await http.send('POST', `${base}/carts`, {
      body: { currency: 'EUR', store, lineItems: [{ sku }] },
    });
    if (status === 201) sold.push(sku);
    else if (!JSON.stringify(json).includes(`The store '${key}' does not offer`)) throw new Error(JSON.stringify(json));
  }
  return sold.sort();
};

const table: readonly (readonly [title: string, settings: readonly Setting[], offered: readonly string[]])[] = [
  ['without selections', [], all],
  ['with inactive exclusions alone', [[noShirts, false]], all],
  [
    'with an inactive individual selection',
    [
      [individual, false],
      [noShirts, false],
    ],
    [],
  ],
  ['with some variants', [[individual, true]], [skus.b, skus.c]],
  ['with all variants but one', [[exceptB, true]], [skus.a, skus.c]],
  [
    'with two selections of one product',
    [
      [individual, true],
      [exceptB, true],
    ],
    [skus.a, skus.b, skus.c],
  ],
  [
    'with one active and one inactive selection',
    [
      [onlyHats, true],
      [individual, false],
    ],
    [hat.sku],
  ],
  ['with an excluded product', [[noShirts, true]], [hat.sku]],
  ['with an excluded variant and an excluded product', [[noA, true]], [skus.b, skus.c]],
  [
    'with both modes',
    [
      [individual, true],
      [noShirts, true],
    ],
    [skus.b, skus.c, hat.sku],
  ],
  ['with variants that do not exist', [[foreign, true]], [hat.sku]],
];

for (const [title, settings, offered] of table)
  test(`a store ${title}: its assortment (store.8f220, store.532eb, store.5b155, cart.3387a, store.90303)`, async t => {
    const key = await storeWith(settings);
    t.strictSame(await offeredTo(key), [...offered].sort());
    t.strictSame(await soldBy(key), [...offered].sort());
  });

test('a store whose selections are all removed offers all products (store.31033)', async t => {
  for (const action of [
    { action: 'setProductSelections' },
    { action: 'setProductSelections', productSelections: [] },
  ]) {
    const key = await storeWith([[individual, true]]);
    t.strictSame(await offeredTo(key), [skus.b, skus.c].sort());
    const store = (await http.send('GET', `${base}/stores/key=${key}`)).json as Resource;
    t.same((await stores.update(store, action)).productSelections, []);
    t.strictSame(await offeredTo(key), [...all].sort());
  }
});

test('refuses products that the store does not offer, and keeps earlier ones (cart.3387a)', async t => {
  const key = await storeWith([[onlyHats, true]]);
  const store = { typeId: 'store', key };
  const refusal = { message: `The store '${key}' does not offer the variant 1 of the product '${shirt.id}'.` };
  let cart = await shop.create({ store, lineItems: [{ sku: hat.sku }] });
  const addShirt = { action: 'addLineItem', sku: skus.a };
  assertError(t, await shop.refuse(cart, addShirt), 'InvalidInput', refusal);
  const inStore = await http.send('POST', `${base}/in-store/key=${key}/carts/${cart.id}`, {
    body: { version: cart.version, actions: [addShirt] },
  });
  assertError(t, inStore, 'InvalidInput', refusal);
  await selections.update(await selections.get(onlyHats), { action: 'removeProduct', product: hats });
  const lineItemId = cart.lineItems[0]!.id;
  cart = await shop.update(cart, { action: 'changeLineItemQuantity', lineItemId, quantity: 2 });
  t.equal(cart.lineItems[0]!.quantity, 2);
  t.equal((await shop.create({ lineItems: [{ sku: skus.a }] })).lineItems.length, 1, 'a cart without a store has all');
});

test('a selection has a limit of products (MaxResourceLimitExceeded)', async t => {
  const product = referenceTo('product', await createSample({ quayside, http, projectKey }, 'product'));
  const [id] = await storeMany(quayside, projectKey, 'product-selection', [
    { name: { en: 'Full' }, mode: 'Individual', productCount: limits.selectionProductsMax },
  ]);
  const full = await selections.get({ id: id! });
  assertError(t, await selections.refuse(full, { action: 'addProduct', product }), 'MaxResourceLimitExceeded', {
    exceededResource: 'product-selection-assignment',
  });
  t.ok(await createIn('product-selections', { name: { en: 'Another' } }));
});

test('SKUs of a selection follow published data (product.d7e12, product.22c29, product-selection.6cb42)', async t => {
  const products = resourcesAt('products');
  const old = newKey('old');
  const [renamed, removed] = [newKey('renamed'), newKey('removed')];
  const created = await shop.product(prices, { masterVariant: variant(old), variants: [variant(removed)] });
  const reference = referenceTo('product', created);
  const chosen = await Promise.all([
    select('Individual', add(reference, { type: 'includeOnly', skus: [old, removed] })),
    select('Individual', add(reference, { type: 'includeOnly', skus: [removed] })),
    select('Individual', add(reference, { type: 'includeAllExcept', skus: [removed] })),
    select('IndividualExclusion', exclude(reference, old)),
  ]);
  const choices = () =>
    Promise.all(
      chosen.map(async ({ id }) => {
        const { json } = await http.send('GET', `${base}/product-selections/${id}/products`);
        const { product: _, ...choice } = (json as { results: { product: object }[] }).results[0]!;
        return choice;
      }),
    );
  const before = await choices();
  let product = await products.get(created);
  product = await products.update(
    product,
    { action: 'setSku', variantId: 1, sku: renamed, staged: true },
    { action: 'removeVariant', id: 2, staged: true },
  );
  t.strictSame(await choices(), before, 'staged changes change no selection');
  await products.update(product, { action: 'publish' });
  t.strictSame(await choices(), [
    { variantSelection: { type: 'includeOnly', skus: [renamed] } },
    { variantSelection: { type: 'includeOnly', skus: [removed] } },
    {},
    { variantExclusion: { skus: [renamed] } },
  ]);
});
