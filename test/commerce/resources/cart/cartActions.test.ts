/** Update actions of carts and of their items. */
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { http, base, sdk, createIn, create, update, refuse, noted } = shop;

test('cart actions set owner, addresses and key (cart.59bb5, cart.a532d, cart.04161, cart.a1a9c)', async t => {
  const customerGroup = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('g') }));
  const [grouped, plain] = [await shop.customer({ customerGroup }), await shop.customer()];
  let cart = await create({ anonymousId: 'visitor', customLineItems: [customItem()] });
  cart = await update(
    cart,
    { action: 'setCustomerGroup', customerGroup },
    { action: 'setAnonymousId', anonymousId: 'another' },
  );
  matchWhole(t, cart, { customerGroup, anonymousId: 'another' });
  cart = await update(cart, { action: 'setCustomerId', customerId: plain });
  matchWhole(t, [cart.customerId, cart.anonymousId, cart.customerGroup], [plain, undefined, undefined]);
  cart = await update(cart, { action: 'setCustomerId', customerId: grouped });
  matchWhole(t, cart, { customerId: grouped, customerGroup });
  assertError(t, await refuse(cart, { action: 'setCustomerGroup' }), 'InvalidOperation', {
    message: /belongs to a customer/,
    actionIndex: 0,
  });
  assertError(t, await refuse(cart, { action: 'setAnonymousId', anonymousId: 'x' }), 'InvalidOperation', {
    actionIndex: 0,
  });
  assertError(t, await refuse(cart, { action: 'setCustomerId', customerId: 'unknown' }), 'ReferencedResourceNotFound', {
    typeId: 'customer',
    id: 'unknown',
  });
  cart = await update(cart, { action: 'setCustomerId' });
  matchWhole(t, [cart.customerId, cart.customerGroup], [undefined, undefined]);

  const [key, address] = [newKey('cart'), { ...germany, key: 'home' }];
  cart = await update(
    cart,
    { action: 'setKey', key },
    { action: 'setCustomerEmail', email: 'a@example.com' },
    { action: 'setCountry', country: 'FR' },
    { action: 'setLocale', locale: 'en' },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO' },
    { action: 'setDeleteDaysAfterLastModification', deleteDaysAfterLastModification: 3 },
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    { action: 'addItemShippingAddress', address },
    { action: 'updateItemShippingAddress', address: { ...address, city: 'Bonn' } },
    { action: 'setCustomType', ...noted('a') },
    { action: 'setCustomField', name: 'note', value: 'b' },
    { action: 'setShippingAddressCustomType', ...noted('a') },
    { action: 'setShippingAddressCustomField', name: 'note', value: 's' },
    { action: 'setBillingAddressCustomType', ...noted('a') },
    { action: 'setBillingAddressCustomField', name: 'note', value: 'b' },
    { action: 'setItemShippingAddressCustomType', addressKey: 'home', ...noted('a') },
    { action: 'setItemShippingAddressCustomField', addressKey: 'home', name: 'note', value: 'i' },
    { action: 'changePriceRoundingMode', priceRoundingMode: 'HalfUp' },
    { action: 'changeTaxRoundingMode', taxRoundingMode: 'HalfDown' },
    { action: 'changeTaxCalculationMode', taxCalculationMode: 'UnitPriceLevel' },
    { action: 'changeTaxMode', taxMode: 'External' },
    { action: 'setShippingRateInput', shippingRateInput: { type: 'Classification', key: 'Small' } },
  );
  matchWhole(t, cart, {
    key,
    customerEmail: 'a@example.com',
    country: 'FR',
    locale: 'en',
    purchaseOrderNumber: 'PO',
    deleteDaysAfterLastModification: 3,
    shippingAddress: { key: 'home', custom: { fields: { note: 's' } } },
    billingAddress: { custom: { fields: { note: 'b' } } },
    itemShippingAddresses: [{ city: 'Bonn', custom: { fields: { note: 'i' } } }],
    custom: { fields: { note: 'b' } },
    priceRoundingMode: 'HalfUp',
    taxRoundingMode: 'HalfDown',
    taxCalculationMode: 'UnitPriceLevel',
    taxMode: 'External',
    shippingRateInput: { type: 'Classification', key: 'Small' },
  });
  for (const [action, code, members] of [
    [{ action: 'setLocale', locale: 'xx' }, 'ProjectNotConfiguredForLanguages', { languages: ['xx'], actionIndex: 0 }],
    [
      { action: 'addItemShippingAddress', address },
      'DuplicateField',
      { field: 'address.key', duplicateValue: 'home', actionIndex: 0 },
    ],
    [{ action: 'addItemShippingAddress', address: germany }, 'RequiredField', { field: 'address.key', actionIndex: 0 }],
    [{ action: 'removeItemShippingAddress', addressKey: 'none' }, 'InvalidOperation', { actionIndex: 0 }],
    [
      { action: 'setShippingRateInput', shippingRateInput: { type: 'Score' } },
      'RequiredField',
      { field: 'shippingRateInput.score', actionIndex: 0 },
    ],
    [
      { action: 'changeTaxMode', taxMode: 'None' },
      'InvalidField',
      {
        allowedValues: ['Platform', 'External', 'ExternalAmount', 'Disabled'],
        field: 'actions[0].taxMode',
        invalidValue: 'None',
      },
    ],
  ] as const)
    assertError(t, await refuse(cart, action), code, members);
  const refused = await refuse(cart, { action: 'changeCartState', cartState: 'Ordered' });
  assertUnknownAction(t, refused, 'changeCartState', 'Cart');
  assertError(t, await refuse(cart, { action: 'setKey', key: 'no spaces' }), 'InvalidField', {
    field: 'actions[0].key',
    invalidValue: 'no spaces',
  });
  assertError(t, await refuse(await create(), { action: 'setKey', key }), 'DuplicateField', {
    field: 'key',
    duplicateValue: key,
  });
  cart = await update(
    cart,
    { action: 'removeItemShippingAddress', addressKey: 'home' },
    ...[
      'setCustomerEmail',
      'setCountry',
      'setLocale',
      'setPurchaseOrderNumber',
      'setShippingAddress',
      'setBillingAddress',
      'setCustomType',
      'setShippingRateInput',
      'setDeleteDaysAfterLastModification',
      'setKey',
    ].map(action => ({ action })),
  );
  for (const absent of [
    'customerEmail',
    'country',
    'locale',
    'purchaseOrderNumber',
    'shippingAddress',
    'billingAddress',
    'custom',
    'shippingRateInput',
    'key',
  ])
    t.notOk(absent in cart, absent);
  matchWhole(t, cart, { itemShippingAddresses: [], deleteDaysAfterLastModification: 90 });
});

test('a payment belongs to one cart or order at a time (OACT084, cart.cdd8b)', async t => {
  const payment = referenceTo('payment', await createIn('payments', { amountPlanned: money(1) }));
  const [first, second] = [await create({ customLineItems: [customItem()] }), await create()];
  let cart = await update(first, { action: 'addPayment', payment });
  matchWhole(t, cart.paymentInfo, { payments: [payment] });
  assertError(t, await refuse(second, { action: 'addPayment', payment }), 'InvalidOperation', {
    message: /cart|payment/,
  });
  cart = await update(cart, { action: 'freezeCart' });
  assertError(t, await refuse(second, { action: 'addPayment', payment }), 'InvalidOperation');
  assertError(t, await http.send('DELETE', `${base}/payments/${payment.id}?version=1`), 'ReferenceExists');
  cart = await update(cart, { action: 'removePayment', payment });
  t.notOk('paymentInfo' in cart);
  const other = await update(second, { action: 'addPayment', payment });
  assertError(t, await refuse(cart, { action: 'removePayment', payment }), 'InvalidOperation', { actionIndex: 0 });
  await sdk
    .carts()
    .withId({ ID: other.id })
    .delete({ queryArgs: { version: other.version } })
    .execute();
  matchWhole(
    t,
    await update(cart, { action: 'addPayment', payment }),
    { paymentInfo: { payments: [payment] } },
    'the payment of a deleted cart can be used again',
  );
});

test('item actions set channels, inventory mode, custom fields, shipping details and order', async t => {
  const [supply, sales] = await Promise.all([
    createIn('channels', { key: newKey('c') }),
    createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
  ]);
  let cart = await create({
    itemShippingAddresses: [{ ...germany, key: 'home' }],
    lineItems: [externalItem({ key: 'aa', quantity: 3 }), externalItem({ key: 'bb', sku: 'B' })],
    customLineItems: [customItem({ key: 'cc', quantity: 2 })],
  });
  const [a, b] = cart.lineItems.map(({ id }) => id);
  const [onA, onC] = [{ lineItemKey: 'aa' }, { customLineItemKey: 'cc' }];
  cart = await update(
    cart,
    { action: 'setLineItemDistributionChannel', ...onA, distributionChannel: referenceTo('channel', sales) },
    { action: 'setLineItemSupplyChannel', ...onA, supplyChannel: referenceTo('channel', supply) },
    { action: 'setLineItemInventoryMode', ...onA, inventoryMode: 'TrackOnly' },
    { action: 'setLineItemCustomType', ...onA, ...noted('x') },
    { action: 'setLineItemCustomField', ...onA, name: 'note', value: 'y' },
    { action: 'setCustomLineItemCustomType', ...onC, ...noted('x') },
    { action: 'setCustomLineItemCustomField', ...onC, name: 'note', value: 'z' },
    {
      action: 'setLineItemShippingDetails',
      ...onA,
      shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] },
    },
    {
      action: 'applyDeltaToLineItemShippingDetailsTargets',
      ...onA,
      targetsDelta: [{ addressKey: 'home', quantity: 2 }],
    },
    {
      action: 'setCustomLineItemShippingDetails',
      ...onC,
      shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] },
    },
    {
      action: 'applyDeltaToCustomLineItemShippingDetailsTargets',
      ...onC,
      targetsDelta: [{ addressKey: 'home', quantity: -1 }],
    },
    { action: 'changeLineItemsOrder', lineItemOrder: [b, a] },
    {
      action: 'changeCustomLineItemMoney',
      ...onC,
      money: { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 12_345, fractionDigits: 4 },
    },
    { action: 'changeCustomLineItemPriceMode', ...onC, mode: 'External' },
  );
  matchWhole(t, cart, {
    lineItems: [
      { id: b },
      {
        id: a,
        distributionChannel: referenceTo('channel', sales),
        supplyChannel: referenceTo('channel', supply),
        inventoryMode: 'TrackOnly',
        custom: { fields: { note: 'y' } },
        shippingDetails: { targets: [{ quantity: 3 }], valid: true },
      },
    ],
    customLineItems: [
      {
        custom: { fields: { note: 'z' } },
        shippingDetails: { targets: [{ quantity: 1 }], valid: false },
        money: { preciseAmount: 12_345, centAmount: 123 },
        totalPrice: { centAmount: 247 },
        priceMode: 'External',
      },
    ],
  });
  matchWhole(
    t,
    (
      await bodyOf(
        sdk
          .carts()
          .withId({ ID: cart.id })
          .get({ queryArgs: { expand: ['lineItems[*].supplyChannel', 'lineItems[*].state[*].state'] } }),
      )
    ).lineItems[1],
    { supplyChannel: { obj: { key: supply.key } }, state: [{ state: { obj: { key: 'Initial' } } }] },
  );
  for (const [action, code, members] of [
    [
      { action: 'setLineItemDistributionChannel', ...onA, distributionChannel: referenceTo('channel', supply) },
      'MissingRoleOnChannel',
      { channel: referenceTo('channel', supply), missingRole: 'ProductDistribution', actionIndex: 0 },
    ],
    [
      { action: 'setLineItemInventoryMode', ...onA, inventoryMode: 'ReserveOnCart' },
      'InvalidField',
      {
        allowedValues: ['None', 'TrackOnly', 'ReserveOnOrder'],
        field: 'actions[0].inventoryMode',
        invalidValue: 'ReserveOnCart',
      },
    ],
    [
      { action: 'changeLineItemsOrder', lineItemOrder: [a] },
      'InvalidOperation',
      { message: /every line item of the cart once/, actionIndex: 0 },
    ],
    [
      {
        action: 'applyDeltaToLineItemShippingDetailsTargets',
        ...onA,
        targetsDelta: [{ addressKey: 'home', quantity: -4 }],
      },
      'InvalidOperation',
      { message: /would get -1 pieces/, actionIndex: 0 },
    ],
    [
      {
        action: 'setLineItemShippingDetails',
        ...onA,
        shippingDetails: { targets: [{ addressKey: 'moon', quantity: 1 }] },
      },
      'InvalidInput',
      { actionIndex: 0 },
    ],
    [
      { action: 'changeCustomLineItemMoney', ...onC, money: money(1, 'USD') },
      'InvalidInput',
      { message: /currency EUR; 'money' is in USD/, actionIndex: 0 },
    ],
    [
      { action: 'setLineItemCustomField', ...onA, name: 'none', value: 1 },
      'InvalidField',
      { field: 'none', invalidValue: 1, actionIndex: 0 },
    ],
  ] as const)
    assertError(t, await refuse(cart, action), code, members);
  cart = await update(
    cart,
    { action: 'setLineItemDistributionChannel', ...onA },
    { action: 'setLineItemSupplyChannel', ...onA },
    { action: 'setLineItemInventoryMode', ...onA },
    { action: 'setLineItemCustomType', ...onA },
    { action: 'setCustomLineItemCustomType', ...onC },
    { action: 'setLineItemShippingDetails', ...onA },
  );
  for (const absent of ['distributionChannel', 'supplyChannel', 'inventoryMode', 'custom', 'shippingDetails'])
    t.notOk(absent in cart.lineItems[1]!, absent);
});

test('the estimated delivery of a cart is of its shipping method and its address, and goes to the order', async t => {
  const [from, until] = ['2030-01-02T00:00:00.000Z', '2030-01-04T00:00:00.000Z'];
  const choose = { action: 'setCustomShippingMethod', shippingMethodName: 'Own', shippingRate: { price: money(5) } };
  const estimate = (estimatedDelivery?: object) => ({ action: 'setEstimatedDelivery', estimatedDelivery });
  let cart = await create({ shippingAddress: germany, customLineItems: [customItem()] });
  const estimated = () => (cart.shippingInfo as Record<string, unknown> | undefined)?.estimatedDelivery;
  const entry = { actionIndex: 0 };
  assertError(t, await refuse(cart, estimate({ from })), 'InvalidOperation', {
    message: /no shipping method/,
    ...entry,
  });
  for (const [actions, expected] of [
    [[{ ...choose, estimatedDelivery: { from, until } }], { from, until }],
    [[estimate({ until })], { until }],
    [[{ action: 'setShippingAddress', address: { ...germany, city: 'Bonn' } }], undefined],
    [[estimate({ from }), choose], undefined],
    [[estimate({ from: until, until })], { from: until, until }],
    [[estimate()], undefined],
    [[estimate({ from })], { from }],
  ] as const) {
    cart = await update(cart, ...actions);
    t.same(estimated(), expected);
  }
  t.equal((await update(cart, estimate({ from }))).version, cart.version);
  for (const [action, code, members] of [
    [estimate({ from: until, until: from }), 'InvalidField', { field: 'estimatedDelivery.until', invalidValue: from }],
    [{ ...estimate(), shippingKey: 'x' }, 'InvalidOperation', { message: /shippingMode is Single/ }],
  ] as const)
    assertError(t, await refuse(cart, action), code, { ...members, ...entry });
  const { id, version } = cart;
  const order = await bodyOf(sdk.orders().post({ body: { cart: { typeId: 'cart', id }, version } }));
  matchWhole(t, order.shippingInfo, { estimatedDelivery: { from } });
});

test('messages tell of frozen carts and purchase order numbers (cart.2ddc5, cart.e944c, cart.ef0fa)', async t => {
  const number = (purchaseOrderNumber?: string) => ({ action: 'setPurchaseOrderNumber', purchaseOrderNumber });
  let cart = await create({ purchaseOrderNumber: 'P-1', customLineItems: [customItem(shop.taxed)] });
  cart = await update(cart, number('P-1'), { action: 'setCustomerEmail', email: 'jo@example.com' });
  cart = await update(cart, number('P-2'), number(), { action: 'setBillingAddress', address: germany });
  cart = await update(cart, { action: 'freezeCart' }, { action: 'freezeCart', strategy: 'HardFreeze' });
  cart = await update(cart, { action: 'freezeCart', strategy: 'HardFreeze' });
  cart = await update(cart, { action: 'unfreezeCart' });
  matchWhole(t, cart, { version: 5, lastMessageSequenceNumber: 5 });
  matchWhole(t, await shop.messagesOf(cart), [
    {
      type: 'CartPurchaseOrderNumberSet',
      purchaseOrderNumber: 'P-2',
      oldPurchaseOrderNumber: 'P-1',
      sequenceNumber: 1,
      resourceVersion: 3,
      resource: { typeId: 'cart', id: cart.id },
    },
    { type: 'CartPurchaseOrderNumberSet', purchaseOrderNumber: undefined, oldPurchaseOrderNumber: 'P-2' },
    { type: 'CartFrozen', resourceVersion: 4 },
    { type: 'CartFrozen', resourceVersion: 4 },
    { type: 'CartUnfrozen', resourceVersion: 5, sequenceNumber: 5 },
  ]);
});
