/** Ids of variants are never given again: an id of a variant never leads to another variant. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany, startShop } from '../../../support/cartShop.js';
import { money, newKey } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { startOtherQuayside } from '../../../support/quayside.js';
import { assertError } from '../../../support/refusal.js';
import { createProjectApi, type Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { dataOf, stagedOf } from './startProducts.js';

const shop = await startShop();
const products = shop.resourcesAt('products');
const carts = shop.resourcesAt<Cart>('carts');
const otherServer = (await createProjectApi(await startOtherQuayside(), shop.credentials)).resourcesAt('products');
const ask = createGraphqlClient(shop.quayside, shop.credentials, await shop.quayside.token(shop.credentials));

const update = async (product: Resource, updates: readonly (readonly object[])[]): Promise<Resource> => {
  let now = product;
  for (const actions of updates) now = await products.update(now, ...actions);
  return now;
};

const add = (members: object = {}) => ({ action: 'addVariant', staged: false, key: newKey('v'), ...members });
const remove = (id: number, staged = false) => ({ action: 'removeVariant', id, staged });
const publish = { action: 'publish' };

/** Updates of a product with the variants 1 and 2; one of them adds a variant at the end. */
const removals: Readonly<Record<string, { readonly updates: readonly (readonly object[])[]; readonly next: number }>> =
  {
    'a removed variant': { updates: [[remove(2)], [add()]], next: 3 },
    'one that was removed in the same update': { updates: [[remove(2), add()]], next: 3 },
    'one that was added in the same update': { updates: [[add(), remove(3), add()]], next: 4 },
    'a variant whose removal was published': { updates: [[remove(2, true)], [publish], [add()]], next: 3 },
    'one whose removal was published alone': {
      updates: [[remove(2, true), publish], [{ ...publish, scope: 'Prices' }], [add()]],
      next: 3,
    },
    'a staged variant that was reverted': {
      updates: [[add({ staged: true })], [{ action: 'revertStagedChanges' }], [add()]],
      next: 4,
    },
    'the highest of several': { updates: [[add(), add()], [remove(4)], [remove(3)], [remove(2)], [add()]], next: 5 },
    'a variant behind which others were added and removed': {
      updates: [[remove(2)], [add()], [remove(3), publish], [add()], [remove(4)], [add()]],
      next: 5,
    },
    'a master variant that was exchanged': {
      updates: [[{ action: 'changeMasterVariant', variantId: 2, staged: false }, add(), remove(3), remove(1)], [add()]],
      next: 4,
    },
  };

for (const [which, { updates, next }] of Object.entries(removals))
  test(`gives no id of ${which} to a new variant (product.8796d)`, async t => {
    const { sku: _, ...created } = await shop.product([], { variants: [{ sku: newKey('sku') }] });
    const changed = await update(created, updates);
    t.equal(dataOf(changed).current.variants.at(-1)!.id, next);
    t.notMatch(JSON.stringify(changed), /lastVariantId/i, 'the number is not shown');
    const elsewhere = await otherServer.update(changed, remove(next), { ...add(), staged: true });
    t.equal(stagedOf(elsewhere).variants.at(-1)!.id, next + 1, 'on another server');
    const { data } = await ask(
      `mutation ($id: String!, $version: Long!) {
        updateProduct(id: $id, version: $version,
          actions: [{ removeVariant: { id: ${next + 1} } }, { addVariant: {} }]) {
          masterData { staged { variants { id } } }
        }
      }`,
      { id: changed.id, version: elsewhere.version },
    );
    t.equal(data.updateProduct.masterData.staged.variants.at(-1).id, next + 2, 'in GraphQL');
    const removing = (await shop.messagesOf(changed)).filter(({ type }) => type === 'ProductVariantAdded');
    const ids = removing.map(({ variant }) => (variant as { id: number }).id);
    t.equal(new Set(ids).size, ids.length, 'each message about a new variant has an id of its own');
  });

const priced = (centAmount: number) => ({ sku: newKey('sku'), prices: [{ value: money(centAmount) }] });

test('a cart keeps a line whose variant is gone, and knows it again by its SKU (cart.c87e3)', async t => {
  for (const priceMode of ['Embedded', 'Standalone']) {
    const [b, c] = [priced(800), priced(100)];
    const sold = await shop.product([{ value: money(500) }], { variants: [b], priceMode });
    if (priceMode === 'Standalone')
      for (const { sku, prices } of [b, c]) await shop.createIn('standalone-prices', { sku, ...prices[0] });
    const cart = await shop.create({ lineItems: [{ sku: b.sku }], shippingAddress: germany });
    const replaced = await update(sold, [[remove(2)], [add(c)]]);
    const recalculate = { action: 'recalculate', updateProductData: true };
    assertError(t, await carts.refuse(cart, recalculate), 'MatchingPriceNotFound', {
      productId: sold.id,
      variantId: 2,
      currency: 'EUR',
    });
    matchWhole(t, (await carts.get(cart)).lineItems, [
      { variant: { id: 2, sku: b.sku }, price: { value: { centAmount: 800 } } },
    ]);
    await update(replaced, [[add({ ...b, prices: [{ value: money(900) }] })]]);
    matchWhole(t, (await carts.update(cart, recalculate)).lineItems, [
      { variant: { id: 4, sku: b.sku }, price: { value: { centAmount: priceMode === 'Standalone' ? 800 : 900 } } },
    ]);
  }
});

test('a variant whose SKU changes stays the variant of its lines', async t => {
  const [b, c] = [priced(800), priced(100)];
  const sold = await shop.product([{ value: money(500) }], { variants: [b, c] });
  const cart = await shop.create({ lineItems: [{ sku: b.sku }] });
  const other = newKey('sku');
  await update(sold, [
    [
      { action: 'setSku', variantId: 2, sku: other, staged: false },
      { action: 'setSku', variantId: 3, sku: b.sku, staged: false },
    ],
  ]);
  matchWhole(t, (await carts.update(cart, { action: 'recalculate', updateProductData: true })).lineItems, [
    { variant: { id: 2, sku: other }, price: { value: { centAmount: 800 } } },
  ]);
});

test('a shopping list shows no variant instead of one that is gone (shopping-list.43193)', async t => {
  const [b, c] = [priced(800), priced(100)];
  const { id, version } = await shop.product([], { variants: [b] });
  const list = await shop.createIn('shopping-lists', {
    name: { en: 'L' },
    lineItems: [{ sku: b.sku }, { productId: id }],
  });
  const shown = async () => {
    const path = `${shop.base}/shopping-lists/${list.id}?expand=lineItems%5B*%5D.variant`;
    return ((await shop.http.send('GET', path)).json as { lineItems: Resource[] }).lineItems;
  };
  matchWhole(t, await shown(), [
    { variantId: 2, variant: { sku: b.sku } },
    { variantId: undefined, variant: { id: 1 } },
  ]);
  await update({ id, version }, [[remove(2), add(c)]]);
  matchWhole(t, await shown(), [
    { variantId: 2, variant: undefined, deactivatedAt: String },
    { variantId: undefined, variant: { id: 1 } },
  ]);
  const cart = await shop.create();
  const shoppingList = { typeId: 'shopping-list', id: list.id };
  assertError(t, await carts.refuse(cart, { action: 'addShoppingList', shoppingList }), 'InvalidField', {
    field: 'variantId',
    invalidValue: 2,
    actionIndex: 0,
  });
  t.same(valuesOf((await carts.get(cart)).lineItems, 'id'), []);
});
