/** Carts with products that are unpublished or deleted. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { taxed, cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { http, base, create, update, refuse, change, remove, discount } = shop;

test('an unpublished product has no price and is not given away (ERR059)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const [product, present] = [
    await shop.product([{ value: money(1_000) }]),
    await shop.product([{ value: money(10) }]),
  ];
  await discount(purchaseOrderNumber, {
    value: { type: 'giftLineItem', product: referenceTo('product', present), variantId: 1 },
    target: undefined,
  });
  let cart = await create({
    purchaseOrderNumber,
    shippingAddress: germany,
    lineItems: [{ sku: product.sku, key: 'aa' }],
    customLineItems: [customItem()],
  });
  t.equal(cart.lineItems.length, 2);
  await Promise.all([product, present].map(each => change('products', each, { action: 'unpublish' })));
  for (const action of [
    { action: 'recalculate' },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 2 },
  ])
    assertCartRefusal(t, await refuse(cart, action), 'MatchingPriceNotFound', {
      productId: product.id,
      variantId: 1,
      currency: 'EUR',
    });
  assertCartRefusal(
    t,
    (await http.send('POST', `${base}/orders`, { body: { cart: referenceTo('cart', cart), version: cart.version } }))
      .json as object,
    'MatchingPriceNotFound',
    { productId: product.id, variantId: 1, currency: 'EUR' },
  );
  cart = await update(cart, { action: 'removeLineItem', lineItemKey: 'aa' });
  matchWhole(t, cart, { lineItems: [], ...cost(200) });
  t.equal(cart.lineItems.length, 0);
});

test('keeps tax rates of items with a deleted product at the same address, and refuses another address', async t => {
  const [product, dear] = [
    await shop.product([{ value: money(1_190) }]),
    await shop.product([{ value: money(1_190) }]),
  ];
  const draft = (item: object) => ({ shippingAddress: germany, lineItems: [item] });
  const [platform, external] = [
    await create(draft({ sku: product.sku })),
    await create(draft({ sku: dear.sku, externalPrice: money(2_380) })),
  ];
  for (const each of [product, dear]) await remove('products', await change('products', each, { action: 'unpublish' }));
  let cart = await update(external, { action: 'recalculate' });
  matchWhole(t, cart, { lineItems: [{ taxRate: { amount: 0.19 } }], taxedPrice: taxed(2_000, 2_380) }, 'still taxed');
  cart = await update(cart, { action: 'setShippingAddress', address: { ...germany, state: 'Bayern' } });
  matchWhole(t, cart.taxedPrice, taxed(2_000, 2_380), 'in the same country');
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setShippingAddress', address: { country: 'FR' } }),
    'InvalidOperation',
    {
      message: new RegExp(cart.lineItems[0]!.id),
    },
  );
  const moved = await update(platform, { action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } });
  matchWhole(t, moved.taxedPrice, taxed(1_000, 1_190));
  assertCartRefusal(
    t,
    await refuse(moved, { action: 'setShippingAddress', address: { country: 'FR' } }),
    'MatchingPriceNotFound',
    { productId: product.id, variantId: 1, currency: 'EUR' },
  );
});
