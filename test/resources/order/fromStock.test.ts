/** Stock that orders reserve. */
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { errorOf } from '../../support/refusal.js';
import type { Resource } from '../../support/resourceApi.js';
import { address } from '../../support/shop.js';
import { orderFromCartDraft, startOrdersFromCarts } from './startOrdersFromCarts.js';

const { api, http, base, shop, order, refuse, get } = await startOrdersFromCarts();

test('orders reserve stock, and 60 buyers get 10 pieces at most (ERR052, ERR061)', async t => {
  const sku = shop.newSku();
  await shop.product(sku, 500);
  const entry = await shop.stock(sku, 10);
  const buyers = await Promise.all(
    Array.from({ length: 60 }, () => shop.cart([[sku, 1]], { inventoryMode: 'ReserveOnOrder' })),
  );
  const answers = await Promise.all(
    buyers.map(cart => http.send('POST', `${base}/orders`, { body: orderFromCartDraft(cart) })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 10);
  const refused = answers
    .map((answer, at) => ({ answer, cart: buyers[at]! }))
    .filter(({ answer }) => answer.status !== 201);
  t.equal(refused.length, 50);
  for (const { answer, cart } of refused) {
    const item = (cart.lineItems as { id: string }[])[0]!;
    matchWhole(t, errorOf(answer), {
      statusCode: 400,
      errors: [{ code: 'OutOfStock', lineItems: [item.id], skus: [sku] }],
    });
  }
  matchWhole(t, await get('inventory', entry.id), { quantityOnStock: 10, availableQuantity: 0, version: 11 });
});

test("tracked stock may fall below 0, the inventory mode of an item precedes the cart's, and channels have separate stock (ERR052)", async t => {
  const [sku, channel] = [
    shop.newSku(),
    await api.createIn('channels', { key: newKey('store'), roles: ['InventorySupply'] }),
  ];
  await shop.product(sku, 500);
  const supplyChannel = { typeId: 'channel', id: channel.id };
  const [free, own] = [await shop.stock(sku, 1), await shop.stock(sku, 5, { supplyChannel })];
  const cart = (item: object, inventoryMode: string) =>
    api.createIn('carts', {
      currency: 'EUR',
      shippingAddress: address(),
      inventoryMode,
      lineItems: [{ sku, quantity: 3, ...item }],
    });
  const outOfStock = ({ lineItems }: Resource) => ({
    errors: [{ code: 'OutOfStock', lineItems: (lineItems as { id: string }[]).map(({ id }) => id), skus: [sku] }],
  });
  await order(await cart({}, 'TrackOnly'));
  matchWhole(t, await get('inventory', free.id), { quantityOnStock: 1, availableQuantity: -2 });
  await order(await cart({}, 'None'));
  matchWhole(t, await get('inventory', free.id), { availableQuantity: -2 });
  const reserving = await cart({ inventoryMode: 'ReserveOnOrder' }, 'TrackOnly');
  matchWhole(t, await refuse(reserving), outOfStock(reserving));
  await order(await cart({ supplyChannel }, 'ReserveOnOrder'));
  matchWhole(t, await get('inventory', own.id), { availableQuantity: 2 });
  const beyondStock = await cart({ supplyChannel }, 'ReserveOnOrder');
  matchWhole(t, await refuse(beyondStock), outOfStock(beyondStock));
  matchWhole(t, await get('inventory', own.id), { availableQuantity: 2 });
});
