/** Selection of the price of a cart item. */
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { keys } from '../../../../src/store/keys.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { cost } from './amounts.js';
import { customItem, externalItem } from './cartItems.js';
import { startPricing } from './startPricing.js';
import type { Resource } from '../../../support/resourceApi.js';

const shop = await startPricing();
const { http, base, createIn, resourcesAt, create, update, refuse, refuseCreation, get, change, remove } = shop;

test('selects the lowest price of all groups that the customer is assigned to', async t => {
  const groups = await Promise.all(
    ['a', 'b', 'c', 'd'].map(name => createIn('customer-groups', { groupName: newKey(name) })),
  );
  const [own, first, second, other] = groups.map(each => referenceTo('customer-group', each));
  const { sku } = await shop.product([
    { value: money(1_000) },
    { value: money(900), customerGroup: own },
    { value: money(850), customerGroup: first },
    { value: money(700), customerGroup: second },
    { value: money(600), customerGroup: other },
  ]);
  const customer = (
    await createIn('customers', {
      email: `${newKey('jo')}@example.com`,
      password: 'secret-123',
      customerGroup: own,
      customerGroupAssignments: [{ customerGroup: first }, { customerGroup: second }],
    })
  ).customer as Resource;
  let cart = await create({ customerId: customer.id, lineItems: [{ sku }] });
  matchWhole(t, cart, { customerGroup: own, lineItems: [{ price: { customerGroup: second } }], ...cost(700) });
  const assignments = (...assigned: object[]) => ({
    action: 'setCustomerGroupAssignments',
    customerGroupAssignments: assigned.map(customerGroup => ({ customerGroup })),
  });
  await change('customers', customer, assignments());
  matchWhole(t, await update(cart, { action: 'setLocale', locale: 'en' }), cost(700), 'until it is priced again');
  cart = await update(await get(cart), { action: 'recalculate' });
  matchWhole(t, cart, cost(900));
});

test('selects the price by currency, country, group, channel, date and quantity (ERR059)', async t => {
  const group = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('g') }));
  const channel = referenceTo(
    'channel',
    await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
  );
  const { sku, id } = await shop.product([
    { value: money(1_000), tiers: [{ minimumQuantity: 10, value: money(800) }] },
    { value: money(900), country: 'DE' },
    { value: money(700), customerGroup: group },
    { value: money(600), channel },
    { value: money(2_000, 'USD'), country: 'US' },
    { value: money(1), country: 'FR', validUntil: '2020-01-01T00:00:00Z' },
  ]);
  let cart = await create({ lineItems: [{ sku }] });
  matchWhole(t, cart, {
    lineItems: [{ priceMode: 'Platform', price: { value: { centAmount: 1_000 } } }],
    ...cost(1_000),
  });
  const item = { lineItemId: cart.lineItems[0]!.id };
  matchWhole(
    t,
    await update(cart, { action: 'setCountry', country: 'FR' }),
    cost(1_000),
    'an expired price is not selected',
  );
  cart = await update(await get(cart), { action: 'setCountry', country: 'DE' });
  matchWhole(t, cart, cost(900));
  cart = await update(cart, { action: 'setLineItemDistributionChannel', ...item, distributionChannel: channel });
  matchWhole(t, cart, cost(600));
  cart = await update(cart, { action: 'setCustomerGroup', customerGroup: group });
  matchWhole(t, cart, cost(700));
  cart = await update(
    cart,
    { action: 'setCustomerGroup' },
    { action: 'setLineItemDistributionChannel', ...item },
    { action: 'setCountry' },
    { action: 'changeLineItemQuantity', ...item, quantity: 10 },
  );
  matchWhole(t, cart, { lineItems: [{ price: { value: { centAmount: 800 } } }], ...cost(8_000) });
  cart = await update(cart, { action: 'changeLineItemQuantity', ...item, quantity: 9 });
  matchWhole(t, cart, cost(9_000));

  cart = await update(cart, {
    action: 'setLineItemPrice',
    ...item,
    externalPrice: { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 33_335, fractionDigits: 4 },
  });
  matchWhole(
    t,
    cart,
    {
      lineItems: [{ priceMode: 'ExternalPrice', price: { value: { preciseAmount: 33_335, centAmount: 333 } } }],
      ...cost(3_000),
    },
    'nine times 3.3335',
  );
  cart = await update(cart, {
    action: 'setLineItemTotalPrice',
    ...item,
    externalTotalPrice: { price: money(5), totalPrice: money(44) },
  });
  matchWhole(t, cart, { lineItems: [{ priceMode: 'ExternalTotal' }], ...cost(44) });
  t.equal(
    (await update(cart, { action: 'setLineItemPrice', ...item })).version,
    cart.version,
    'the item has no external price to remove',
  );
  cart = await update(cart, {
    action: 'changeLineItemQuantity',
    ...item,
    quantity: 8,
    externalTotalPrice: { price: money(5), totalPrice: money(40) },
  });
  matchWhole(t, cart, cost(40));
  cart = await update(cart, { action: 'setLineItemTotalPrice', ...item });
  matchWhole(t, cart, { lineItems: [{ priceMode: 'Platform' }], ...cost(8_000) });
  const foreign = await create({ lineItems: [externalItem()] });
  assertError(
    t,
    await refuse(foreign, { action: 'setLineItemPrice', lineItemId: foreign.lineItems[0]!.id }),
    'RequiredField',
    { field: 'externalPrice', actionIndex: 0 },
  );

  assertError(t, await refuseCreation({ currency: 'USD', lineItems: [{ sku }] }), 'MatchingPriceNotFound', {
    productId: id,
    variantId: 1,
    currency: 'USD',
  });
  const american = await create({ currency: 'USD', country: 'US', lineItems: [{ sku }] });
  for (const [action, code, members] of [
    [
      { action: 'setCountry', country: 'DE' },
      'MatchingPriceNotFound',
      { productId: id, country: 'DE', variantId: 1, currency: 'USD' },
    ],
    [
      { action: 'setLineItemPrice', lineItemId: american.lineItems[0]!.id, externalPrice: money(1) },
      'InvalidInput',
      { message: /currency USD; an external price is in EUR/, actionIndex: 0 },
    ],
  ] as const)
    assertError(t, await refuse(american, action), code, members);
});

test('uses standalone prices, and keeps prices until the cart is recalculated', async t => {
  const product = await shop.product([], { priceMode: 'Standalone' });
  const { sku } = product;
  assertError(t, await refuseCreation({ lineItems: [{ sku }] }), 'MatchingPriceNotFound', {
    productId: product.id,
    variantId: 1,
    currency: 'EUR',
  });
  const price = await createIn('standalone-prices', { sku, value: money(1_000) });
  let cart = await create({ lineItems: [{ sku }], customLineItems: [customItem()] });
  matchWhole(t, cart, cost(1_200));
  await change('standalone-prices', price, { action: 'changeValue', value: money(3_000) });
  await change('products', product, { action: 'changeName', name: { en: 'Sou’wester' }, staged: false });
  cart = await update(cart, { action: 'addCustomLineItem', ...customItem(shop.taxed) });
  matchWhole(t, cart, cost(1_400), 'keeps the prices that it has');
  cart = await update(cart, { action: 'recalculate' });
  matchWhole(t, cart, { lineItems: [{ name: { en: 'Rain jacket' } }], ...cost(3_400) });
  cart = await update(cart, { action: 'recalculate', updateProductData: true });
  matchWhole(t, cart, { lineItems: [{ name: { en: 'Sou’wester' } }], ...cost(3_400) });
  t.equal(
    (await update(cart, { action: 'recalculate', updateProductData: true })).version,
    cart.version,
    'a second recalculation changes nothing',
  );
  const latest = (await http.send('GET', `${base}/standalone-prices/${price.id}`)).json as {
    id: string;
    version: number;
  };
  await change('standalone-prices', latest, { action: 'changeActive', active: false });
  assertError(t, await refuse(cart, { action: 'recalculate' }), 'MatchingPriceNotFound', {
    productId: product.id,
    variantId: 1,
    currency: 'EUR',
  });
  const after = (await http.send('GET', `${base}/products/${product.id}`)).json as { id: string; version: number };
  const unpublished = await change('products', after, { action: 'unpublish' });
  await remove('products', unpublished);
  matchWhole(
    t,
    await update(cart, { action: 'addCustomLineItem', ...customItem(shop.taxed) }),
    cost(3_600),
    'the cart works without its product',
  );
});

test('a SKU has at most 1,000 standalone prices, and carts select among all (ERR026)', async t => {
  const sku = newKey('sku');
  const {
    quayside: {
      services: { redis },
    },
    credentials: { projectKey },
  } = shop;
  const index = keys.index(projectKey, 'standalone-price', 'sku', sku);
  await redis.zadd(index, ...Array.from({ length: 999 }, (_, at) => [at, `price-${at}`]).flat());
  await createIn('standalone-prices', { sku, value: money(1) });
  assertError(
    t,
    await resourcesAt('standalone-prices').refuseCreation({ sku, value: money(2), country: 'DE' }),
    'MaxResourceLimitExceeded',
    { exceededResource: 'standalone-price' },
  );
  await redis.zrem(index, 'price-0');
  t.ok(await createIn('standalone-prices', { sku, value: money(2), country: 'DE' }));
});
