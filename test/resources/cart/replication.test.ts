/** Copies of carts and orders. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing } from './startPricing.js';

const shop = await startPricing();
const { http, base, sdk, createIn, resourcesAt, create, update, change } = shop;

test('replicates a cart or an order with current prices', async t => {
  const product = await shop.product([{ value: money(1_000) }]);
  const payment = referenceTo('payment', await createIn('payments', { amountPlanned: money(1) }));
  let cart = await create({
    key: newKey('cart'),
    locale: 'en',
    country: 'DE',
    shippingAddress: germany,
    shippingMethod: referenceTo('shipping-method', await shop.method()),
    lineItems: [{ sku: product.sku, quantity: 2, key: 'aa' }, externalItem()],
    customLineItems: [customItem()],
  });
  cart = await update(cart, { action: 'addPayment', payment }, { action: 'freezeCart' });
  const latest = (await http.send('GET', `${base}/products/${product.id}`)).json as {
    id: string;
    version: number;
    masterData: { current: { masterVariant: { prices: { id: string }[] } } };
  };
  await change('products', latest, {
    action: 'changePrice',
    priceId: latest.masterData.current.masterVariant.prices[0]!.id,
    price: { value: money(2_000) },
    staged: false,
  });
  const key = newKey('again');
  const again = (
    await sdk
      .carts()
      .replicate()
      .post({ body: { reference: { typeId: 'cart', id: cart.id }, key } })
      .execute()
  ).body;
  matchWhole(t, again, {
    version: 1,
    key,
    cartState: 'Active',
    locale: 'en',
    country: 'DE',
    shippingInfo: { price: { centAmount: 500 } },
    lineItems: [{ key: 'aa', quantity: 2, totalPrice: { centAmount: 4_000 } }, { priceMode: 'ExternalPrice' }],
    ...cost(4_000 + 1_000 + 200 + 500),
  });
  t.notOk('paymentInfo' in again || 'freezeStrategy' in again);
  t.not(again.lineItems[0]!.id, cart.lineItems[0]!.id);
  const order = await createIn('orders/import', {
    totalPrice: money(2_000),
    lineItems: [{ name: { en: 'Old' }, variant: { sku: 'OLD' }, quantity: 2, price: { value: money(1_000) } }],
  });
  matchWhole(
    t,
    (
      await sdk
        .carts()
        .replicate()
        .post({ body: { reference: { typeId: 'order', id: order.id } } })
        .execute()
    ).body,
    { lineItems: [{ name: { en: 'Old' }, priceMode: 'ExternalPrice' }], ...cost(2_000) },
  );
  const refusal = await resourcesAt('carts/replicate').refuseCreation({ reference: { typeId: 'cart', id: 'none' } });
  assertCartRefusal(t, refusal, 'ReferencedResourceNotFound', { typeId: 'cart', id: 'none' });
});
