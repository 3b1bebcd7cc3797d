/** Shipping methods of carts and their prices. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { createType, money, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { cost } from './amounts.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { customItem } from './cartItems.js';
import { startPricing } from './startPricing.js';

const shop = await startPricing();
const { sdk, createIn, create, update, refuse, get, taxCategory, zone, remove } = shop;

test('prices shipping by address, tiers and freeAbove, and refuses methods that do not match', async t => {
  const big = { type: 'CartValue', minimumCentAmount: 2_000, price: money(300) };
  const scored = [{ type: 'CartScore', score: 5, price: money(50) }];
  const rates = (tiers: readonly object[]) => [
    { zone: referenceTo('zone', zone), shippingRates: [{ price: money(500), freeAbove: money(10_000), tiers }] },
  ];
  const method = await shop.method({ zoneRates: rates([big]), predicate: 'totalPrice < "200.00 EUR"' });
  const choose = { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) };
  let cart = await create({ customLineItems: [customItem({ key: 'cc', money: money(1_000) })] });
  assertCartRefusal(t, await refuse(cart, choose), 'InvalidOperation', {
    message: /no shippingAddress/,
    actionIndex: 0,
  });
  cart = await update(cart, { action: 'setShippingAddress', address: germany }, choose);
  matchWhole(t, cart, {
    shippingInfo: {
      shippingMethodName: method.name,
      shippingMethod: referenceTo('shipping-method', method),
      price: { centAmount: 500 },
      shippingRate: { freeAbove: { centAmount: 10_000 } },
      shippingMethodState: 'MatchesCart',
      deliveries: [],
    },
    ...cost(1_500),
  });
  const quantity = (value: number) => ({
    action: 'changeCustomLineItemQuantity',
    customLineItemKey: 'cc',
    quantity: value,
  });
  cart = await update(cart, quantity(2));
  matchWhole(t, cart, { shippingInfo: { price: { centAmount: 300 } }, ...cost(2_300) });
  cart = await update(cart, quantity(10));
  matchWhole(t, cart, { shippingInfo: { price: { centAmount: 0 } }, ...cost(10_000) });
  cart = await update(cart, quantity(20));
  matchWhole(
    t,
    cart,
    { shippingInfo: { shippingMethodState: 'DoesNotMatchCart' }, ...cost(20_000) },
    'every update checks the predicate',
  );
  assertCartRefusal(t, await refuse(cart, choose), 'InvalidOperation', { message: /predicate does not match/ });
  cart = await update(cart, quantity(1));
  matchWhole(t, cart, { shippingInfo: { shippingMethodState: 'MatchesCart' } });
  matchWhole(t, await remove('shipping-methods', method), { errors: [{ code: 'ReferenceExists' }] });
  matchWhole(
    t,
    (
      await sdk
        .carts()
        .withId({ ID: cart.id })
        .get({ queryArgs: { expand: 'shippingInfo.shippingMethod' } })
        .execute()
    ).body.shippingInfo,
    { shippingMethod: { obj: { id: method.id } } },
  );

  const byScore = await shop.method({ zoneRates: rates(scored) });
  cart = await update(cart, {
    action: 'setShippingMethod',
    shippingMethod: referenceTo('shipping-method', byScore),
  });
  matchWhole(t, cart, { shippingInfo: { price: { centAmount: 500 } } });
  cart = await update(cart, { action: 'setShippingRateInput', shippingRateInput: { type: 'Score', score: 7 } });
  matchWhole(t, cart, { shippingInfo: { price: { centAmount: 50 } } });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setShippingMethod', shippingMethod: { typeId: 'shipping-method', id: 'none' } }),
    'ReferencedResourceNotFound',
    { typeId: 'shipping-method', id: 'none' },
  );
  assertCartRefusal(t, await refuse(await create({ shippingAddress: { country: 'FR' } }), choose), 'InvalidOperation', {
    message: /has no rate in EUR for FR/,
  });
  t.notOk(
    'shippingInfo' in (await update(cart, { action: 'setShippingAddress', address: { country: 'FR' } })),
    'no rate for the new address',
  );
  cart = await update(await get(cart), { action: 'setShippingAddress', address: germany }, choose, {
    action: 'setShippingMethod',
  });
  t.notOk('shippingInfo' in cart);
  const inactive = await shop.method({ active: false });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', inactive) }),
    'InvalidOperation',
    { message: /is not active/ },
  );
  const type = await createType(createIn, ['shipping']);
  const bike = {
    action: 'setCustomShippingMethod',
    shippingMethodName: 'Bike',
    shippingRate: { price: money(400) },
    taxCategory: referenceTo('tax-category', taxCategory),
    custom: { type: referenceTo('type', type), fields: { note: 'x' } },
  };
  cart = await update(cart, bike, { action: 'setShippingCustomField', name: 'note', value: 'y' });
  matchWhole(t, cart, {
    shippingInfo: { shippingMethodName: 'Bike', price: { centAmount: 400 }, taxRate: { amount: 0.19 } },
    shippingCustomFields: { fields: { note: 'y' } },
  });
  t.notOk('shippingCustomFields' in (await update(cart, { action: 'setShippingCustomType' })));
  assertCartRefusal(
    t,
    await refuse(await get(cart), { ...bike, shippingRate: { price: money(1, 'USD') } }),
    'InvalidInput',
    {
      message: /the shippingRate is in USD/,
      actionIndex: 0,
    },
  );
});
