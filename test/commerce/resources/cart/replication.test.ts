/** Copies of carts and orders, and the checks of an order besides its cart. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo, createType } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { addCustomer, customerToken } from '../../../support/oauth.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';
import { cost } from './amounts.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing, newOrderNumber } from './startPricing.js';

const shop = await startPricing();

const {
  quayside,
  credentials,
  projectKey,
  http,
  base,
  sdk,
  createIn,
  resourcesAt,
  create,
  update,
  change,
  discount,
  refuse,
  get,
  taxCategory,
  zone,
  remove,
} = shop;

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
  const again = await bodyOf(
    sdk
      .carts()
      .replicate()
      .post({ body: { reference: { typeId: 'cart', id: cart.id }, key } }),
  );
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
    await bodyOf(
      sdk
        .carts()
        .replicate()
        .post({ body: { reference: { typeId: 'order', id: order.id } } }),
    ),
    { lineItems: [{ name: { en: 'Old' }, priceMode: 'ExternalPrice' }], ...cost(2_000) },
  );
  const refusal = await resourcesAt('carts/replicate').refuseCreation({ reference: { typeId: 'cart', id: 'none' } });
  assertError(t, refusal, 'ReferencedResourceNotFound', { typeId: 'cart', id: 'none' });
});

test('a replica lacks unavailable items, direct discounts, for buyers merchant-only values (cart.5d44f)', async t => {
  const price = [{ value: money(1_000) }];
  const [live, unpublished, deleted, unpriced, limited] = [
    await shop.product(price),
    await shop.product(price),
    await shop.product(price),
    await shop.product(price),
    await shop.product(price),
  ];
  const method = await shop.method();
  const customer = await addCustomer(quayside, projectKey);
  const scope = `manage_my_orders:${projectKey}`;
  const buyer = quayside.http.as(await customerToken(quayside, credentials, customer, { scope }));
  const cart = await update(
    await create({
      customerId: customer.id,
      country: 'DE',
      shippingAddress: germany,
      shippingMethod: referenceTo('shipping-method', method),
      lineItems: [live, unpublished, deleted, unpriced, limited].map(({ sku }) => ({ sku, quantity: 2 })),
      customLineItems: [customItem({ money: money(-100) })],
    }),
    {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 5_000 }, target: { type: 'totalPrice' } }],
    },
    { action: 'addLineItem', sku: live.sku, quantity: 1, externalPrice: money(1) },
    { action: 'addLineItem', sku: unpublished.sku, quantity: 3, externalPrice: money(1) },
  );
  const order = await createIn('orders', { cart: referenceTo('cart', cart), version: cart.version });
  await change('products', unpublished, { action: 'unpublish' });
  await remove('products', await resourcesAt('products').update(deleted, { action: 'unpublish' }));
  await change('products', unpriced, { action: 'setPrices', variantId: 1, prices: [], staged: false });
  await change('products', live, { action: 'changeName', name: { en: 'Renamed' }, staged: false });
  await change('shipping-methods', method, { action: 'changeActive', active: false });
  await createIn('inventory', { sku: limited.sku, quantityOnStock: 9, minCartQuantity: 3 });
  const body = { reference: referenceTo('order', order) };
  const named = { productId: live.id, name: { en: 'Renamed' } };
  const byMerchant = (await http.send('POST', `${base}/carts/replicate`, { body })).json as Cart;
  matchWhole(t, byMerchant, {
    lineItems: [
      { ...named, quantity: 2, priceMode: 'Platform' },
      { ...named, quantity: 1, priceMode: 'ExternalPrice' },
    ],
    directDiscounts: [],
    ...cost(2_000 + 1 - 100),
  });
  t.notOk('shippingInfo' in byMerchant, 'a method that is not active any more');
  const byBuyer = (await buyer.send('POST', `${base}/me/carts/replicate`, { body })).json as Cart;
  matchWhole(t, byBuyer, {
    lineItems: [
      { ...named, quantity: 2, priceMode: 'Platform' },
      { ...named, quantity: 1, priceMode: 'Platform' },
    ],
    customLineItems: [],
    directDiscounts: [],
    ...cost(3_000),
  });
});

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
  assertError(t, (await order(cart)).json as object, 'PriceChanged', { lineItems: [], shipping: false });
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
  assertError(t, answer.json as object, 'OutOfStock', { lineItems: items, skus: [sku] });
  matchWhole(t, (await http.send('GET', `${base}/inventory/${entry.id}`)).json, {
    availableQuantity: -9_000_000_000_000_001,
  });
});

// Shipping methods of carts and their prices.
test('prices shipping by address, tiers and freeAbove, and refuses methods that do not match', async t => {
  const big = { type: 'CartValue', minimumCentAmount: 2_000, price: money(300) };
  const scored = [{ type: 'CartScore', score: 5, price: money(50) }];
  const rates = (tiers: readonly object[]) => [
    { zone: referenceTo('zone', zone), shippingRates: [{ price: money(500), freeAbove: money(10_000), tiers }] },
  ];
  const method = await shop.method({ zoneRates: rates([big]), predicate: 'totalPrice < "200.00 EUR"' });
  const choose = { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) };
  let cart = await create({ customLineItems: [customItem({ key: 'cc', money: money(1_000) })] });
  assertError(t, await refuse(cart, choose), 'InvalidOperation', { message: /no shippingAddress/, actionIndex: 0 });
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
  assertError(t, await refuse(cart, choose), 'InvalidOperation', { message: /predicate does not match/ });
  cart = await update(cart, quantity(1));
  matchWhole(t, cart, { shippingInfo: { shippingMethodState: 'MatchesCart' } });
  assertError(t, await remove('shipping-methods', method), 'ReferenceExists');
  matchWhole(
    t,
    (
      await bodyOf(
        sdk
          .carts()
          .withId({ ID: cart.id })
          .get({ queryArgs: { expand: 'shippingInfo.shippingMethod' } }),
      )
    ).shippingInfo,
    { shippingMethod: { obj: { id: method.id } } },
  );

  const byScore = await shop.method({ zoneRates: rates(scored) });
  cart = await update(cart, { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', byScore) });
  matchWhole(t, cart, { shippingInfo: { price: { centAmount: 500 } } });
  cart = await update(cart, { action: 'setShippingRateInput', shippingRateInput: { type: 'Score', score: 7 } });
  matchWhole(t, cart, { shippingInfo: { price: { centAmount: 50 } } });
  assertError(
    t,
    await refuse(cart, { action: 'setShippingMethod', shippingMethod: { typeId: 'shipping-method', id: 'none' } }),
    'ReferencedResourceNotFound',
    { typeId: 'shipping-method', id: 'none' },
  );
  assertError(t, await refuse(await create({ shippingAddress: { country: 'FR' } }), choose), 'InvalidOperation', {
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
  assertError(
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
  assertError(t, await refuse(await get(cart), { ...bike, shippingRate: { price: money(1, 'USD') } }), 'InvalidInput', {
    message: /the shippingRate is in USD/,
    actionIndex: 0,
  });
});
