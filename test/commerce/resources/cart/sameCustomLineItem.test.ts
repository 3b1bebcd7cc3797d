/** addCustomLineItem with an item that the cart has already. */
import { germany } from '../../../support/cartShop.js';
import { money } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const carts = await startResourceApi('carts');
const home = { ...germany, key: 'home' };

test('addCustomLineItem adds pieces and targets to the same item (cart.77a9c, cart.572f1)', async t => {
  const target = (quantity: number) => ({ targets: [{ addressKey: 'home', quantity }] });
  const item = { name: { en: 'Wrap' }, slug: 'wrap', money: money(200) };
  const cart = await carts.create({
    currency: 'EUR',
    taxMode: 'External',
    itemShippingAddresses: [home],
    customLineItems: [{ ...item, quantity: 2, shippingDetails: target(1) }],
  });
  const more = await carts.update(cart, {
    action: 'addCustomLineItem',
    ...item,
    quantity: 3,
    shippingDetails: target(4),
  });
  t.match(more, {
    customLineItems: [
      { quantity: 5, shippingDetails: { ...target(5), valid: true }, totalPrice: { centAmount: 1_000 } },
    ],
  });
  t.equal((more.customLineItems as object[]).length, 1);
});
