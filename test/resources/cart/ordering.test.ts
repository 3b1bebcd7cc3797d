/** Checks and changes of an order besides its cart. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { http, base, createIn, create, update, discount } = shop;

test('refuses an order whose cart would get a new gift (ERR053)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const present = await shop.product([{ value: money(10) }]);
  let cart = await create({ purchaseOrderNumber, shippingAddress: germany, customLineItems: [customItem()] });
  await discount(purchaseOrderNumber, {
    value: { type: 'giftLineItem', product: referenceTo('product', present), variantId: 1 },
    target: undefined,
  });
  const order = ({ id, version }: Cart) =>
    http.send('POST', `${base}/orders`, { body: { cart: referenceTo('cart', { id }), version } });
  assertCartRefusal(t, (await order(cart)).json as object, 'PriceChanged', { lineItems: [], shipping: false });
  cart = await update(cart, { action: 'recalculate' });
  matchWhole(t, await order(cart), { status: 201, json: { lineItems: [{ productId: present.id }] } });
});

test('tracked stock stays a safe integer', async t => {
  const sku = newKey('sku');
  const entry = await createIn('inventory', { sku, quantityOnStock: 0 });
  const order = async () => {
    const { id, version, lineItems } = await create({
      shippingAddress: germany,
      lineItems: [
        externalItem({ sku, quantity: 9_000_000_000_000_001, externalPrice: money(0), inventoryMode: 'TrackOnly' }),
      ],
    });
    return {
      answer: await http.send('POST', `${base}/orders`, { body: { cart: referenceTo('cart', { id }), version } }),
      items: lineItems.map(item => item.id),
    };
  };
  t.equal((await order()).answer.status, 201);
  const { answer, items } = await order();
  assertCartRefusal(t, answer.json as object, 'OutOfStock', { lineItems: items, skus: [sku] });
  matchWhole(t, (await http.send('GET', `${base}/inventory/${entry.id}`)).json, {
    availableQuantity: -9_000_000_000_000_001,
  });
});
