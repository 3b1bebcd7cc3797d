/** Update actions that set members of carts. */
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { customItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { http, base, sdk, createIn, create, update, refuse, noted } = shop;

test('cart actions set owner, addresses and key', async t => {
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
  assertCartRefusal(t, await refuse(cart, { action: 'setCustomerGroup' }), 'InvalidOperation', {
    message: /belongs to a customer/,
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(cart, { action: 'setAnonymousId', anonymousId: 'x' }), 'InvalidOperation', {
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setCustomerId', customerId: 'nobody' }),
    'ReferencedResourceNotFound',
    {
      typeId: 'customer',
      id: 'nobody',
    },
  );
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
  assertCartRefusal(t, await refuse(cart, { action: 'setLocale', locale: 'xx' }), 'ProjectNotConfiguredForLanguages', {
    languages: ['xx'],
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(cart, { action: 'addItemShippingAddress', address }), 'DuplicateField', {
    field: 'address.key',
    duplicateValue: 'home',
    actionIndex: 0,
  });
  assertCartRefusal(t, await refuse(cart, { action: 'addItemShippingAddress', address: germany }), 'RequiredField', {
    field: 'address.key',
    actionIndex: 0,
  });
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'removeItemShippingAddress', addressKey: 'none' }),
    'InvalidOperation',
    {
      actionIndex: 0,
    },
  );
  assertCartRefusal(
    t,
    await refuse(cart, { action: 'setShippingRateInput', shippingRateInput: { type: 'Score' } }),
    'RequiredField',
    { field: 'shippingRateInput.score', actionIndex: 0 },
  );
  assertCartRefusal(t, await refuse(cart, { action: 'changeTaxMode', taxMode: 'None' }), 'InvalidField', {
    allowedValues: ['Platform', 'External', 'ExternalAmount', 'Disabled'],
    field: 'actions[0].taxMode',
    invalidValue: 'None',
  });
  const refused = await refuse(cart, { action: 'changeCartState', cartState: 'Ordered' });
  assertUnknownAction(t, refused, 'changeCartState', 'Cart');
  assertCartRefusal(t, await refuse(cart, { action: 'setKey', key: 'no spaces' }), 'InvalidField', {
    field: 'actions[0].key',
    invalidValue: 'no spaces',
  });
  assertCartRefusal(t, await refuse(await create(), { action: 'setKey', key }), 'DuplicateField', {
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

test('a payment belongs to one cart or order at a time (OACT084)', async t => {
  const payment = referenceTo('payment', await createIn('payments', { amountPlanned: money(1) }));
  const [first, second] = [await create({ customLineItems: [customItem()] }), await create()];
  let cart = await update(first, { action: 'addPayment', payment });
  matchWhole(t, cart.paymentInfo, { payments: [payment] });
  assertCartRefusal(t, await refuse(second, { action: 'addPayment', payment }), 'InvalidOperation', {
    message: /cart|payment/,
  });
  cart = await update(cart, { action: 'freezeCart' });
  assertCartRefusal(t, await refuse(second, { action: 'addPayment', payment }), 'InvalidOperation');
  matchWhole(t, (await http.send('DELETE', `${base}/payments/${payment.id}?version=1`)).json, {
    errors: [{ code: 'ReferenceExists' }],
  });
  cart = await update(cart, { action: 'removePayment', payment });
  t.notOk('paymentInfo' in cart);
  const other = await update(second, { action: 'addPayment', payment });
  assertCartRefusal(t, await refuse(cart, { action: 'removePayment', payment }), 'InvalidOperation', {
    actionIndex: 0,
  });
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
