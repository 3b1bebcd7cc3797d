/** Carts whose prices are calculated again, or at the same time as the catalogue changes. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, referenceTo } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import { matchWhole } from '../../support/matchWhole.js';
import { taxed, cost } from './amounts.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { http, base, createIn, create, update, get, change, remove, discount, codeFor } = shop;

test('prices a cart again after the actions of an extension, with the same totals', async t => {
  const server = await startExternalServer();
  const purchaseOrderNumber = newOrderNumber();
  const { sku } = await shop.product([{ value: money(1_000) }]);
  await discount(purchaseOrderNumber, {
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'lineItems', predicate: 'true' },
  });
  await discount(purchaseOrderNumber, {
    value: {
      type: 'giftLineItem',
      product: referenceTo('product', await shop.product([{ value: money(1) }])),
      variantId: 1,
    },
    target: undefined,
  });
  const extension = await createIn('extensions', {
    destination: { type: 'HTTP', url: server.url },
    triggers: [
      {
        resourceTypeId: 'cart',
        actions: ['Create', 'Update'],
        condition: `purchaseOrderNumber = "${purchaseOrderNumber}"`,
      },
    ],
  });
  server.say({
    actions: [
      { action: 'setCountry', country: 'DE' },
      { action: 'addCustomLineItem', ...customItem({ key: 'fee' }) },
    ],
  });
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku, quantity: 2 }] });
  matchWhole(t, cart, {
    country: 'DE',
    version: 1,
    lineItems: [{ totalPrice: { centAmount: 1_800 } }, { lineItemMode: 'GiftLineItem' }],
    customLineItems: [{ key: 'fee' }],
    ...cost(2_000),
  });
  server.say({ actions: [] });
  cart = await update(cart, { action: 'changeLineItemQuantity', lineItemId: cart.lineItems[0]!.id, quantity: 3 });
  matchWhole(t, cart, { ...cost(2_900), totalLineItemQuantity: 4 });
  server.say({ actions: [{ action: 'addLineItem', sku }] });
  cart = await update(
    cart,
    { action: 'changeTaxMode', taxMode: 'ExternalAmount' },
    { action: 'setCartTotalTax', externalTotalGross: money(5_000) },
  );
  matchWhole(t, cart, { ...cost(3_800), taxedPrice: taxed(3_800, 5_000) }, 'the total tax belongs to the final total');
  t.ok(server.requests.length >= 3);
  await remove('extensions', extension);
});

test('prices carts while the catalogue changes, or refuses with a reason', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const product = await shop.product([{ value: money(1_000) }]);
  const off = await discount(purchaseOrderNumber, {
    requiresDiscountCode: true,
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'totalPrice' },
  });
  const [code, gift] = await Promise.all([
    codeFor([off]),
    discount(purchaseOrderNumber, {
      value: { type: 'giftLineItem', product: referenceTo('product', product), variantId: 1 },
      target: undefined,
    }),
  ]);
  const carts = await Promise.all(
    Array.from({ length: 12 }, () =>
      create({
        purchaseOrderNumber,
        shippingAddress: germany,
        lineItems: [{ sku: product.sku }],
        discountCodes: [code.code],
      }),
    ),
  );
  const act = async (cart: Cart, ...actions: object[]) =>
    (await http.send('POST', `${base}/carts/${cart.id}`, { body: { version: cart.version, actions } })).status;
  const updates = carts.flatMap(cart => [
    act(cart, { action: 'recalculate', updateProductData: true }, { action: 'addLineItem', sku: product.sku }),
    act(cart, { action: 'addCustomLineItem', ...customItem() }),
  ]);
  const upset = async (): Promise<void> => {
    await change('cart-discounts', gift, { action: 'changeIsActive', isActive: false });
    await remove('discount-codes', code);
    await remove('cart-discounts', off);
    const { id, version } = product;
    await remove('products', await change('products', { id, version }, { action: 'unpublish' }));
  };
  const [, ...statuses] = await Promise.all([upset(), ...updates]);
  t.ok(
    statuses.every(status => [200, 400, 409].includes(status as number)),
    statuses.join(' '),
  );
  const after = await Promise.all(carts.map(get));
  for (const { totalPrice, lineItems, customLineItems, discountOnTotalPrice } of after)
    t.equal(
      totalPrice.centAmount,
      [...lineItems, ...customLineItems].reduce((all, item) => all + item.totalPrice.centAmount, 0) -
        (discountOnTotalPrice?.discountedAmount.centAmount ?? 0),
    );
});
