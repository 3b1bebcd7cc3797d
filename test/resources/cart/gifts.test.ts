/** Gifts in carts. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { taxed, cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { createIn, create, update, refuse, remove, discount } = shop;

test('adds and removes gifts with their discount; a removed gift is not given again (ORD031)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const present = await shop.product([{ value: money(1_500) }]);
  const { sku } = await shop.product([{ value: money(1_000) }]);
  const gift = await discount(purchaseOrderNumber, {
    cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}" and lineItemCount(sku = "${sku}") > 1`,
    value: { type: 'giftLineItem', product: referenceTo('product', present), variantId: 1 },
    target: undefined,
  });
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku }] });
  t.equal(cart.lineItems.length, 1);
  const bought = { lineItemId: cart.lineItems[0]!.id };
  const buy = (quantity: number) => ({ action: 'changeLineItemQuantity', ...bought, quantity });
  cart = await update(cart, buy(2));
  matchWhole(t, cart.lineItems, [
    {},
    {
      productId: present.id,
      lineItemMode: 'GiftLineItem',
      quantity: 1,
      price: { value: { centAmount: 1_500 } },
      totalPrice: { centAmount: 0 },
      taxedPrice: taxed(0, 0),
      discountedPricePerQuantity: [
        {
          quantity: 1,
          discountedPrice: {
            value: { centAmount: 0 },
            includedDiscounts: [
              { discount: referenceTo('cart-discount', gift), discountedAmount: { centAmount: 1_500 } },
            ],
          },
        },
      ],
    },
  ]);
  matchWhole(t, cart, { ...cost(2_000), totalLineItemQuantity: 3 });
  const given = { lineItemId: cart.lineItems[1]!.id };
  for (const [action, more] of [
    ['changeLineItemQuantity', { quantity: 2 }],
    ['setLineItemPrice', { externalPrice: money(1) }],
    ['setLineItemTotalPrice', { externalTotalPrice: { price: money(1), totalPrice: money(1) } }],
  ] as const)
    assertCartRefusal(t, await refuse(cart, { action, ...given, ...more }), 'InvalidOperation', {
      message: /gift/,
      actionIndex: 0,
    });
  cart = await update(cart, { action: 'addLineItem', sku: present.sku });
  t.same(
    cart.lineItems.map(({ lineItemMode }) => lineItemMode),
    ['Standard', 'Standard', 'GiftLineItem'],
    'a bought item of the same product is no gift',
  );
  t.equal(cart.lineItems[2]!.id, given.lineItemId, 'the gift keeps its id');
  cart = await update(cart, buy(1));
  t.equal(cart.lineItems.length, 2);
  cart = await update(cart, buy(2));
  cart = await update(cart, { action: 'removeLineItem', lineItemId: cart.lineItems[2]!.id });
  matchWhole(t, cart, { refusedGifts: [referenceTo('cart-discount', gift)] });
  cart = await update(cart, buy(5), { action: 'recalculate' });
  t.equal(cart.lineItems.length, 2);
  matchWhole(t, await remove('cart-discounts', gift), { errors: [{ code: 'ReferenceExists' }] });

  const alone = newOrderNumber();
  const separate = await shop.product([], { priceMode: 'Standalone' });
  await createIn('standalone-prices', { sku: separate.sku, value: money(300) });
  await discount(alone, {
    value: { type: 'giftLineItem', product: referenceTo('product', separate), variantId: 1 },
    target: undefined,
  });
  matchWhole(
    t,
    (await create({ purchaseOrderNumber: alone, customLineItems: [customItem()] })).lineItems,
    [{ productId: separate.id, price: { value: { centAmount: 300 } } }],
    'a gift can have a standalone price',
  );
});
