/** Frozen carts. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();
const { http, base, create, update, refuse, get, change, discount } = shop;

test('a frozen cart keeps its prices until it is unfrozen (ORD063)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const product = await shop.product([{ key: 'one', value: money(1_000) }]);
  const { sku } = product;
  const half = await discount(purchaseOrderNumber, {
    value: { type: 'relative', permyriad: 5_000 },
    target: { type: 'shipping' },
  });
  let cart = await create({
    purchaseOrderNumber,
    shippingAddress: germany,
    shippingMethod: referenceTo('shipping-method', await shop.method()),
  });
  assertCartRefusal(t, await refuse(cart, { action: 'freezeCart' }), 'InvalidOperation', {
    message: /empty/,
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(cart, { action: 'unfreezeCart' }), 'InvalidOperation', {
    message: /is Active/,
    actionIndex: 0,
  });
  cart = await update(cart, { action: 'addLineItem', sku, quantity: 2, key: 'aa' }, { action: 'freezeCart' });
  matchWhole(
    t,
    cart,
    {
      cartState: 'Frozen',
      freezeStrategy: 'SoftFreeze',
      lineItems: [{ price: { value: { centAmount: 1_000 } }, totalPrice: { centAmount: 2_000 } }],
      ...cost(2_250),
    },
    'prices an item that is added in the update that freezes the cart',
  );
  const latest = (await http.send('GET', `${base}/products/${product.id}`)).json as {
    id: string;
    version: number;
    masterData: { current: { masterVariant: { prices: { id: string }[] } } };
  };
  await change('products', latest, {
    action: 'changePrice',
    priceId: latest.masterData.current.masterVariant.prices[0]!.id,
    price: { value: money(5_000) },
    staged: false,
  });
  await change('cart-discounts', half, { action: 'changeIsActive', isActive: false });
  for (const action of [
    { action: 'addLineItem', sku },
    { action: 'changeLineItemQuantity', lineItemKey: 'aa', quantity: 1 },
    { action: 'addCustomLineItem', ...customItem() },
    { action: 'setCountry', country: 'DE' },
    { action: 'recalculate' },
    { action: 'changeTaxMode', taxMode: 'Disabled' },
    {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }],
    },
  ])
    assertCartRefusal(t, await refuse(cart, action), 'InvalidOperation', { message: /is frozen \(SoftFreeze\)/ });
  cart = await update(
    cart,
    { action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } },
    { action: 'setCustomerEmail', email: 'a@example.com' },
  );
  matchWhole(t, cart, {
    shippingAddress: { city: 'Bonn' },
    shippingInfo: { discountedPrice: { value: { centAmount: 250 } } },
    ...cost(2_250),
  });
  cart = await update(cart, { action: 'freezeCart', strategy: 'HardFreeze' });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setShippingAddress', address: { country: 'FR' } }),
    'InvalidOperation',
    {
      message: /HardFreeze.*shippingAddress/,
    },
  );
  matchWhole(t, await update(cart, { action: 'setLocale', locale: 'en' }), { locale: 'en', ...cost(2_250) });
  cart = await update(await get(cart), { action: 'unfreezeCart' });
  matchWhole(t, cart, { cartState: 'Active', ...cost(10_000) }, 'has current prices and free shipping');
  t.notOk('freezeStrategy' in cart);
});
