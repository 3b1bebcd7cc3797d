/** Rules that the documentation of carts at `/me` states, where no other test proves them for customers. */
import type { Cart } from '@commercetools/platform-sdk';
import type { ErrorCode } from '../../../../src/base/errors/errorTable.js';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError, errorOf } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { assertUnknownAction, myCartActionsOfGraphql } from '../assertUnknownAction.js';
import { startBuyer } from '../startBuyer.js';

const shop = await startBuyer();
const { createIn, resourcesAt, discountFor, noted, send, post } = shop;
const { sku, id: productId } = shop.soldProduct;
const key = newKey('store');
const store = { typeId: 'store', key };
await createIn('stores', { key, countries: [{ code: 'DE' }] });
const myCart = async (draft: object = {}): Promise<Cart> => {
  const { status, json, text } = await post('/carts', { currency: 'EUR', ...draft });
  if (status !== 201) throw new Error(text);
  return json as Cart;
};
const act = ({ id, version }: Pick<Cart, 'id' | 'version'>, ...actions: object[]) =>
  post(`/carts/${id}`, { version, actions });

const newChannel = async (...roles: string[]) =>
  referenceTo('channel', await createIn('channels', { key: newKey('channel'), roles }));
const [supply, sales] = [await newChannel('InventorySupply'), await newChannel('ProductDistribution')];
const home = { ...germany, key: 'home' };
const item = (members: object = {}) => ({ sku, ...members });
const itemIn = ({ lineItems }: Cart) => ({ lineItemId: lineItems[0]!.id });
const details = (addressKey: string, quantity = 1) => ({ shippingDetails: { targets: [{ addressKey, quantity }] } });
const onlyAustria = referenceTo('shipping-method', await shop.method({ predicate: 'shippingAddress.country = "AT"' }));
const parcel = referenceTo('shipping-method', await shop.method());
const unpriced = await shop.product([{ value: money(100, 'USD') }]);
const businessUnit = { typeId: 'business-unit', key: 'acme' };

type Expected = readonly [code: ErrorCode, members: object];
const inAction = ([code, members]: Expected): Expected => [code, { ...members, actionIndex: 0 }];
const missingRole = (channel: object, role: string): Expected => [
  'MissingRoleOnChannel',
  { channel, missingRole: role },
];
const noSku: Expected = ['RequiredField', { field: 'sku' }];
const noUnit: Expected = ['ReferencedResourceNotFound', businessUnit];
const noPredicate: Expected = ['InvalidOperation', { message: /predicate/ }];
const noLanguage: Expected = ['ProjectNotConfiguredForLanguages', { languages: ['pt'] }];

for (const [rules, title, draft, [code, members]] of [
  ['me.39f99', 'of a business unit', { businessUnit }, noUnit],
  ['me.fc20c', 'a method that does not match', { shippingAddress: germany, shippingMethod: onlyAustria }, noPredicate],
  [
    'me.46f67',
    'item addresses with one key',
    { itemShippingAddresses: [home, home] },
    ['DuplicateField', { field: 'itemShippingAddresses.key', duplicateValue: 'home' }],
  ],
  [
    'me.46f67',
    'an item address without a key',
    { itemShippingAddresses: [germany] },
    ['RequiredField', { field: 'itemShippingAddresses.key' }],
  ],
  ['me.db405', 'a language that the project does not have', { locale: 'pt' }, noLanguage],
  ['me.284eb', 'an item without SKU and product', { lineItems: [{ quantity: 1 }] }, noSku],
  [
    'me.15ae8',
    'a supply channel of another role',
    { lineItems: [item({ supplyChannel: sales })] },
    missingRole(sales, 'InventorySupply'),
  ],
  [
    'me.af3a0',
    'a distribution channel of another role',
    { lineItems: [item({ distributionChannel: supply })] },
    missingRole(supply, 'ProductDistribution'),
  ],
  [
    'me.873a1',
    'reservations by carts',
    { inventoryMode: 'ReserveOnCart' },
    [
      'InvalidField',
      { field: 'inventoryMode', invalidValue: 'ReserveOnCart', allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'] },
    ],
  ],
] as const satisfies readonly (readonly [string, string, object, Expected])[])
  test(`refuses in a draft of my cart ${title} (${rules})`, async t => {
    assertError(t, await post('/carts', { currency: 'EUR', ...draft }), code, members);
  });

const used = { itemShippingAddresses: [home], lineItems: [item(details('home'))] };
for (const [rules, title, draft, action, [code, members]] of [
  ['me.06e45, me.52c32, me.ac9a7', 'setBusinessUnit', {}, { action: 'setBusinessUnit', businessUnit }, noUnit],
  [
    'me.603ec',
    'an item address with a key that the cart has',
    used,
    { action: 'addItemShippingAddress', address: home },
    inAction(['DuplicateField', { field: 'address.key', duplicateValue: 'home' }]),
  ],
  [
    'me.603ec',
    'an item address without a key',
    used,
    { action: 'addItemShippingAddress', address: germany },
    inAction(['RequiredField', { field: 'address.key' }]),
  ],
  [
    'me.98be0',
    'the removal of an address in use',
    used,
    { action: 'removeItemShippingAddress', addressKey: 'home' },
    inAction(['InvalidOperation', { message: /cannot be removed/ }]),
  ],
  [
    'me.3bbae',
    'addLineItem without a tax rate',
    { shippingAddress: { country: 'AT' } },
    { action: 'addLineItem', sku },
    ['MissingTaxRateForCountry', { taxCategoryId: shop.taxCategory.id, country: 'AT' }],
  ],
  [
    'me.5dffc',
    'setShippingAddress without a tax rate',
    { lineItems: [item()] },
    { action: 'setShippingAddress', address: { country: 'AT' } },
    ['MissingTaxRateForCountry', { taxCategoryId: shop.taxCategory.id, country: 'AT' }],
  ],
  [
    'me.9046f',
    'addLineItem without a price',
    { country: 'DE' },
    { action: 'addLineItem', sku: unpriced.sku },
    ['MatchingPriceNotFound', { productId: unpriced.id, variantId: 1, currency: 'EUR', country: 'DE' }],
  ],
  ['me.487e3', 'addLineItem without SKU and product', {}, { action: 'addLineItem' }, inAction(noSku)],
  [
    'me.15ae8',
    'addLineItem with a supply channel of another role',
    {},
    { action: 'addLineItem', sku, supplyChannel: sales },
    inAction(missingRole(sales, 'InventorySupply')),
  ],
  [
    'me.15ae8',
    'setLineItemSupplyChannel of another role',
    { lineItems: [item()] },
    (cart: Cart) => ({ action: 'setLineItemSupplyChannel', ...itemIn(cart), supplyChannel: sales }),
    inAction(missingRole(sales, 'InventorySupply')),
  ],
  [
    'me.af3a0',
    'addLineItem with a distribution channel of another role',
    {},
    { action: 'addLineItem', sku, distributionChannel: supply },
    inAction(missingRole(supply, 'ProductDistribution')),
  ],
  [
    'me.af3a0',
    'setLineItemDistributionChannel of another role',
    { lineItems: [item()] },
    (cart: Cart) => ({ action: 'setLineItemDistributionChannel', ...itemIn(cart), distributionChannel: supply }),
    inAction(missingRole(supply, 'ProductDistribution')),
  ],
  [
    'me.20cd8, me.13cc8',
    'a country that the store does not have',
    { store },
    { action: 'setCountry', country: 'FR' },
    ['CountryNotConfiguredInStore', { country: 'FR', storeCountries: ['DE'] }],
  ],
  ['me.3ca09', 'setLocale', {}, { action: 'setLocale', locale: 'pt' }, inAction(noLanguage)],
  [
    'me.c14e7',
    'setShippingMethod without an address',
    {},
    { action: 'setShippingMethod', shippingMethod: parcel },
    inAction(['InvalidOperation', { message: /no shippingAddress/ }]),
  ],
  [
    'me.32206',
    'setShippingMethod of a method that does not match',
    { shippingAddress: germany },
    { action: 'setShippingMethod', shippingMethod: onlyAustria },
    noPredicate,
  ],
] as const satisfies readonly (readonly [string, string, object, object, Expected])[])
  test(`refuses in my cart ${title} (${rules})`, async t => {
    const cart = await myCart(draft);
    const given = typeof action === 'function' ? action(cart) : action;
    assertError(t, await act(cart, given), code, members);
    t.same((await send('GET', `/carts/${cart.id}`)).json, cart);
  });

const lineItems = [item({ quantity: 5 })];
for (const [rules, title, draft, actions, expected] of [
  [
    'me.a0c50',
    'adds the quantity to the same item and its address, and other items beside it',
    { itemShippingAddresses: [home], lineItems: [item({ quantity: 2, ...details('home', 2) })] },
    () => [
      { action: 'addLineItem', sku, quantity: 3, ...details('home', 3) },
      { action: 'addLineItem', sku, supplyChannel: supply },
      { action: 'addLineItem', sku, distributionChannel: sales },
      { action: 'addLineItem', sku, custom: noted('other') },
    ],
    { lineItems: [{ quantity: 5, ...details('home', 5) }, { quantity: 1 }, { quantity: 1 }, { quantity: 1 }] },
  ],
  [
    'me.284eb, me.487e3',
    'takes products by id and variant',
    { lineItems: [{ productId, variantId: 1 }] },
    () => [{ action: 'addLineItem', productId, variantId: 1 }],
    { lineItems: [{ quantity: 2, variant: { sku } }] },
  ],
  [
    'me.1e2a0',
    'removes an item by the quantity 0',
    { lineItems },
    (cart: Cart) => [{ action: 'changeLineItemQuantity', ...itemIn(cart), quantity: 0 }],
    { lineItems: [] },
  ],
  [
    'me.fd281',
    'subtracts a quantity from an item',
    { lineItems },
    (cart: Cart) => [{ action: 'removeLineItem', ...itemIn(cart), quantity: 2 }],
    { lineItems: [{ quantity: 3 }] },
  ],
  [
    'me.fd281',
    'removes an item without a quantity',
    { lineItems },
    (cart: Cart) => [{ action: 'removeLineItem', ...itemIn(cart) }],
    { lineItems: [] },
  ],
  [
    'me.ad8e3, me.06ee2, me.0efea',
    'removes channels and shipping details of an item',
    {
      itemShippingAddresses: [home],
      lineItems: [item({ distributionChannel: sales, supplyChannel: supply, ...details('home') })],
    },
    (cart: Cart) =>
      ['DistributionChannel', 'SupplyChannel', 'ShippingDetails'].map(name => ({
        action: `setLineItem${name}`,
        ...itemIn(cart),
      })),
    { lineItems: [{ distributionChannel: undefined, supplyChannel: undefined, shippingDetails: undefined }] },
  ],
  [
    'me.a1721, me.3ca09',
    'removes values of the cart',
    {
      billingAddress: germany,
      shippingAddress: germany,
      shippingMethod: parcel,
      country: 'DE',
      locale: 'en',
      customerEmail: 'a@example.com',
    },
    () =>
      ['BillingAddress', 'ShippingMethod', 'Country', 'Locale', 'CustomerEmail'].map(name => ({
        action: `set${name}`,
      })),
    {
      billingAddress: undefined,
      shippingInfo: undefined,
      country: undefined,
      locale: undefined,
      customerEmail: undefined,
    },
  ],
  ['me.a8725', 'has the days of the project', {}, () => [], { deleteDaysAfterLastModification: 90 }],
  [
    'me.a8725',
    'sets the days of the project',
    { deleteDaysAfterLastModification: 7 },
    () => [{ action: 'setDeleteDaysAfterLastModification' }],
    { deleteDaysAfterLastModification: 90 },
  ],
] as const satisfies readonly (readonly [string, string, object, (cart: Cart) => object[], object])[])
  test(`my cart ${title} (${rules})`, async t => {
    const cart = await myCart(draft);
    const { status, json } = await act(cart, ...actions(cart));
    matchWhole(t, [status, json], [200, expected]);
  });

test('the store of my cart stays (me.5505a)', async t => {
  const cart = await myCart({ store });
  t.same(cart.store, store);
  assertUnknownAction(
    t,
    errorOf(await act(cart, { action: 'setStore', store })),
    'setStore',
    'MyCart',
    myCartActionsOfGraphql,
  );
});

test('an order of my cart takes the stock of its supply channel (me.75396)', async t => {
  const { sku: stocked } = await shop.product([{ value: money(100) }]);
  const other = await createIn('inventory', { sku: stocked, quantityOnStock: 5 });
  const entry = await createIn('inventory', { sku: stocked, quantityOnStock: 5, supplyChannel: supply });
  const members = { sku: stocked, quantity: 2, supplyChannel: supply };
  const cart = await myCart({ shippingAddress: germany, inventoryMode: 'ReserveOnOrder', lineItems: [members] });
  t.equal((await post('/orders', { id: cart.id, version: cart.version })).status, 201);
  const left = async ({ id }: Resource) => (await resourcesAt('inventory').get({ id })).availableQuantity;
  t.same([await left(entry), await left(other)], [3, 5]);
});

test('refuses in my cart a code without applicable discounts, or with direct ones (me.9996b, me.b6e95)', async t => {
  const cart = await myCart({ store, lineItems });
  const codeOf = async (changes: object) => {
    const discount = await discountFor({ requiresDiscountCode: true, ...changes });
    const cartDiscounts = [referenceTo('cart-discount', discount)];
    return createIn<Resource & { code: string }>('discount-codes', { code: newKey('CODE'), cartDiscounts });
  };
  await createIn('stores', { key: `other-${key}` });
  for (const [changes, refusal] of [
    [{ isActive: false }, { reason: 'NotActive' }],
    [{ validUntil: '2020-01-01T00:00:00.000Z' }, { reason: 'TimeRangeNonApplicable', validityCheckTime: String }],
    [{ stores: [{ typeId: 'store', key: `other-${key}` }] }, { reason: 'DoesNotMatchCart' }],
  ] as const) {
    const { id: dicountCodeId, code } = await codeOf(changes);
    assertError(t, await act(cart, { action: 'addDiscountCode', code }), 'DiscountCodeNonApplicable', {
      discountCode: code,
      dicountCodeId,
      ...refusal,
    });
  }
  const { code } = await codeOf({});
  const discounts = [{ value: { type: 'relative', permyriad: 1 }, target: { type: 'totalPrice' } }];
  const direct = await resourcesAt<Cart>('carts').update(cart, { action: 'setDirectDiscounts', discounts });
  assertError(t, await act(direct, { action: 'addDiscountCode', code }), 'InvalidOperation', {
    message: /directDiscounts/,
    actionIndex: 0,
  });
});

test('a frozen cart of mine takes and gives back only codes that do not match it (cart.bf2b6, me.2b98b)', async t => {
  const { id } = await myCart({ lineItems });
  const carts = resourcesAt<Cart>('carts');
  const codeFor = async (cartPredicate: string, more: object = {}) => {
    const discount = await discountFor({ requiresDiscountCode: true, cartPredicate });
    const cartDiscounts = [referenceTo('cart-discount', discount)];
    return createIn<Resource & { code: string }>('discount-codes', { code: newKey('CODE'), cartDiscounts, ...more });
  };
  let cart = await carts.get({ id });
  for (const strategy of ['SoftFreeze', 'HardFreeze']) {
    cart = await carts.update(cart, { action: 'freezeCart', strategy });
    const [matching, other, inactive] = await Promise.all([
      codeFor('1 = 1'),
      codeFor('country = "AT"'),
      codeFor('1 = 1', { isActive: false }),
    ]);
    for (const [code, state] of [
      [matching, 'MatchesCart'],
      [inactive, 'NotActive'],
    ] as const)
      assertError(t, await act(cart, { action: 'addDiscountCode', code: code.code }), 'InvalidOperation', {
        message: `The cart is frozen (${strategy}): a discount code can only be added if its state is DoesNotMatchCart; that of the discount code '${code.id}' is ${state}.`,
      });
    const { totalPrice, discountCodes } = cart;
    const added = { discountCode: referenceTo('discount-code', other), state: 'DoesNotMatchCart' };
    const { status, json } = await act(cart, { action: 'addDiscountCode', code: other.code });
    matchWhole(t, [status, json], [200, { totalPrice, discountCodes: [...discountCodes, added], cartState: 'Frozen' }]);
    cart = json as Cart;
  }
  const remove = ({ discountCodes }: Cart) => ({
    action: 'removeDiscountCode',
    discountCode: discountCodes[0]!.discountCode,
  });
  matchWhole(t, (await act(cart, remove(cart))).json, { discountCodes: [cart.discountCodes[1]] });
  const open = await myCart({ lineItems, discountCodes: [(await codeFor('1 = 1')).code] });
  const frozen = await carts.update(open, { action: 'freezeCart' });
  assertError(t, await act(frozen, remove(frozen)), 'InvalidOperation', {
    message: 'The cart is frozen (SoftFreeze): discountCodes cannot be changed before it is unfrozen.',
  });
});

test('refuses in my cart the payment of another cart or order (me.e08f7)', async t => {
  const { json } = await post('/payments', { amountPlanned: money(1) });
  const add = { action: 'addPayment', payment: referenceTo('payment', json as Resource) };
  const draft = { shippingAddress: germany, lineItems };
  const [first, second] = [await myCart(draft), await myCart(draft)];
  const { id, version } = (await act(first, add)).json as Cart;
  assertError(t, await act(second, add), 'InvalidOperation', { message: /belongs to another/ });
  t.equal((await post('/orders', { id, version })).status, 201);
  assertError(t, await act(second, add), 'InvalidOperation', { message: /belongs to another/ });
});

test('refuses a quote request for my cart without an address (me.f3521)', async t => {
  const cart = await myCart({ lineItems });
  const refused = await post('/quote-requests', { cartId: cart.id, cartVersion: 1, comment: 'Please' });
  assertError(t, refused, 'InvalidOperation', { message: /has no shipping address/ });
});
