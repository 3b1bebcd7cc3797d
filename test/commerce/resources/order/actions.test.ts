/** Update actions of orders: their changes, their refusals, and actions without effect. */
import { newKey, stateDraft } from '../../../support/drafts.js';
import { matchWhole, rowsOf, valuesOf } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';
import { assertUnknownAction } from '../assertUnknownAction.js';

const { create, update, refuse, get, updateMessagesOf, sdk, messagesOf, createIn, resourcesAt } = await startOrders();

test('refuses an action of an unknown name (OACT001)', async t => {
  const order = await create();
  assertUnknownAction(t, await refuse(order, { action: 'paintRed' }), 'paintRed', 'Order');
  assertError(t, await refuse(order, { orderState: 'Open' }), 'RequiredField', { field: 'actions[0].action' });
  t.same(await get(order), order);
});

for (const [clauses, action, field, type, values] of [
  [
    'OACT002, OACT003, OACT005, EVT002',
    'changeOrderState',
    'orderState',
    'OrderStateChanged',
    ['Open', 'Confirmed', 'Complete', 'Cancelled'],
  ],
  [
    'OACT006, OACT007, OACT008, EVT003',
    'changeShipmentState',
    'shipmentState',
    'OrderShipmentStateChanged',
    ['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder'],
  ],
  [
    'OACT009, OACT010, OACT011, EVT004',
    'changePaymentState',
    'paymentState',
    'OrderPaymentStateChanged',
    ['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid'],
  ],
] as const) {
  const old = `old${field[0]!.toUpperCase()}${field.slice(1)}`;

  test(`${action} takes any value, and its message has the old value (${clauses})`, async t => {
    const sequence = [...values].reverse();
    let order = await create();
    const before = order[field];
    for (const value of sequence) {
      order = await update(order, { action, [field]: value });
      t.equal(order[field], value);
    }
    const all = [before, ...sequence];
    matchWhole(
      t,
      await updateMessagesOf(order),
      sequence.map((value, index) => ({
        type,
        [field]: value,
        ...(all[index] === undefined ? {} : { [old]: all[index] }),
        resourceVersion: index + 2,
      })),
    );
    t.equal(
      (await update(order, { action, [field]: sequence.at(-1) })).version,
      order.version,
      'the same value changes nothing',
    );
  });

  test(`${action} refuses a missing and an unknown state and changes nothing (OACT004)`, async t => {
    const order = await create();
    assertError(t, await refuse(order, { action }), 'RequiredField', { field: `actions[0].${field}` });
    assertError(t, await refuse(order, { action, [field]: 'Nonsense' }), 'InvalidField', {
      field: `actions[0].${field}`,
      invalidValue: 'Nonsense',
      allowedValues: values,
    });
    matchWhole(t, await refuse(order, { action, [field]: 7 }), {
      statusCode: 400,
      errors: [
        { code: 'InvalidJsonInput', message: /got the number 7/ },
        { code: 'InvalidField', field: `actions[0].${field}`, invalidValue: 7, allowedValues: values },
      ],
    });
    t.same(await get(order), order);
    t.same(await updateMessagesOf(order), []);
  });
}

test('setOrderNumber sets the number once (OACT031, ORD006, OACT032, order.a7c4c)', async t => {
  const orderNumber = newKey('set');
  const order = await update(await create(), { action: 'setOrderNumber', orderNumber });
  t.equal(order.orderNumber, orderNumber);
  t.same(await bodyOf(sdk.orders().withOrderNumber({ orderNumber }).get()), order);
  for (const other of [newKey('another'), undefined])
    assertError(t, await refuse(order, { action: 'setOrderNumber', orderNumber: other }), 'InvalidOperation', {
      message: /cannot be changed or removed/,
      actionIndex: 0,
    });
  t.equal((await update(order, { action: 'setOrderNumber', orderNumber })).version, order.version);
});

test('refuses the number of another order as DuplicateField (OACT033)', async t => {
  const orderNumber = newKey('taken');
  await create({ orderNumber });
  const order = await create();
  assertError(
    t,
    await refuse(
      order,
      { action: 'changeOrderState', orderState: 'Complete' },
      { action: 'setOrderNumber', orderNumber },
    ),
    'DuplicateField',
    { field: 'orderNumber', duplicateValue: orderNumber },
  );
  t.same(await get(order), order);
});

test('setCustomerEmail sets and removes the email (OACT042, OACT043, OACT045, EVT015)', async t => {
  let order = await create({ customerEmail: 'old@example.com' });
  order = await update(order, { action: 'setCustomerEmail', email: 'new@example.com' });
  t.equal(order.customerEmail, 'new@example.com');
  t.equal((await bodyOf(sdk.orders().get({ queryArgs: { where: 'customerEmail = "old@example.com"' } }))).total, 0);
  order = await update(order, { action: 'setCustomerEmail' });
  t.notOk('customerEmail' in order);
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderCustomerEmailSet', email: 'new@example.com', oldEmail: 'old@example.com' },
    { type: 'OrderCustomerEmailSet', oldEmail: 'new@example.com' },
  ]);
});

for (const [clauses, action, field, type] of [
  ['OACT051 OACT052 OACT054 EVT017', 'setShippingAddress', 'shippingAddress', 'OrderShippingAddressSet'],
  ['OACT055 OACT057 EVT018', 'setBillingAddress', 'billingAddress', 'OrderBillingAddressSet'],
] as const)
  test(`${action} sets and removes the address without recalculating the order (${clauses})`, async t => {
    const [old, address] = [
      { country: 'DE', city: 'Köln' },
      { country: 'FR', city: 'Lyon', key: 'home', externalId: 'x-1' },
    ];
    const before = await create({ [field]: old });
    let order = await update(before, { action, address });
    t.same(order[field], address);
    t.same(
      { ...order, version: 0, lastModifiedAt: '', lastMessageSequenceNumber: 0, [field]: 0 },
      { ...before, version: 0, lastModifiedAt: '', lastMessageSequenceNumber: 0, [field]: 0 },
      'other members do not change',
    );
    t.equal((await update(order, { action, address })).version, order.version);
    order = await update(order, { action });
    t.notOk(field in order);
    matchWhole(t, await updateMessagesOf(order), [
      { type, address, oldAddress: old },
      { type, oldAddress: address },
    ]);
    assertError(t, await refuse(order, { action, address: { city: 'Nowhere' } }), 'RequiredField', {
      field: 'actions[0].address.country',
    });
    assertError(t, await refuse(order, { action, address: { country: 'Germany' } }), 'InvalidField', {
      field: 'actions[0].address.country',
      invalidValue: 'Germany',
    });
  });

test('setLocale takes the languages of the project only (ORD036, order.2467c, order.a7a6f)', async t => {
  let order = await update(await create(), { action: 'setLocale', locale: 'nl-NL' });
  t.equal(order.locale, 'nl-NL');
  assertError(t, await refuse(order, { action: 'setLocale', locale: 'pt' }), 'ProjectNotConfiguredForLanguages', {
    languages: ['pt'],
    actionIndex: 0,
  });
  assertError(t, await refuse(order, { action: 'setLocale', locale: 'not a language' }), 'InvalidField', {
    field: 'actions[0].locale',
    invalidValue: 'not a language',
  });
  order = await update(order, { action: 'setLocale' });
  t.notOk('locale' in order);
});

test('actions of one request create one version and one message each (ORD088, ORD089)', async t => {
  const orderNumber = newKey('many');
  const before = await create({ orderNumber });
  const { body: order, statusCode } = await sdk
    .orders()
    .withOrderNumber({ orderNumber })
    .post({
      body: {
        version: 1,
        actions: [
          { action: 'changeOrderState', orderState: 'Confirmed' },
          { action: 'changePaymentState', paymentState: 'Paid' },
          { action: 'changeOrderState', orderState: 'Complete' },
          { action: 'setLocale', locale: 'de' },
        ],
      },
    })
    .execute();
  t.equal(statusCode, 200);
  matchWhole(t, order, { id: before.id, version: 2, orderState: 'Complete', paymentState: 'Paid', locale: 'de' });
  matchWhole(t, rowsOf(await updateMessagesOf(order), 'type', 'sequenceNumber', 'resourceVersion'), [
    ['OrderStateChanged', 2, 2],
    ['OrderPaymentStateChanged', 3, 2],
    ['OrderStateChanged', 4, 2],
  ]);
});

const address = { country: 'DE', city: 'Köln', key: 'home', streetName: 'Am Dom' };

for (const [clauses, given, action] of [
  ['OACT003', { orderState: 'Confirmed' }, { action: 'changeOrderState', orderState: 'Confirmed' }],
  ['OACT007', { shipmentState: 'Ready' }, { action: 'changeShipmentState', shipmentState: 'Ready' }],
  ['OACT010', { paymentState: 'Paid' }, { action: 'changePaymentState', paymentState: 'Paid' }],
  ['OACT031', { orderNumber: newKey('o') }, undefined],
  ['OACT031', {}, { action: 'setOrderNumber' }],
  ['OACT042', { customerEmail: 'ana@example.com' }, { action: 'setCustomerEmail', email: 'ana@example.com' }],
  ['OACT043', {}, { action: 'setCustomerEmail' }],
  ['OACT051', { shippingAddress: address }, { action: 'setShippingAddress', address }],
  ['OACT051', {}, { action: 'setShippingAddress' }],
  [
    'OACT055',
    { billingAddress: address },
    { action: 'setBillingAddress', address: Object.fromEntries(Object.entries(address).reverse()) },
  ],
  ['OACT055', {}, { action: 'setBillingAddress', address: null }],
  ['OACT086', {}, { action: 'setLocale' }],
] as const) {
  const same = action ?? { action: 'setOrderNumber', ...given };

  test(`${JSON.stringify(same)} changes nothing in an order that has these values (${clauses})`, async t => {
    const order = await create(given);
    t.same(await update(order, same), order);
    t.same(await get(order), order);
    matchWhole(t, await messagesOf(order), [{ type: 'OrderImported' }]);
  });
}

test('actions without effect send no message beside one with an effect (OACT003)', async t => {
  const order = await create({ customerEmail: 'ana@example.com', orderState: 'Open' });
  const after = await update(
    order,
    { action: 'setCustomerEmail', email: 'ana@example.com' },
    { action: 'changeOrderState', orderState: 'Open' },
    { action: 'changePaymentState', paymentState: 'Paid' },
  );
  matchWhole(t, after, { version: 2, paymentState: 'Paid', lastMessageSequenceNumber: 2 });
  t.same(valuesOf(await messagesOf(order), 'type'), ['OrderImported', 'OrderPaymentStateChanged']);
});

test('a transition to the current State follows the same rules and sends a message (OACT036, OACT041)', async t => {
  const open = await createIn('states', stateDraft());
  const state = { typeId: 'state' as const, id: open.id };
  const order = await create({ state });
  const after = await update(order, { action: 'transitionState', state });
  matchWhole(t, after, { version: 2, state });
  matchWhole(t, (await messagesOf(order)).slice(1), [
    { type: 'OrderStateTransition', state, oldState: state, force: false },
  ]);
  const closed = await resourcesAt('states').update(open, { action: 'setTransitions', transitions: [] });
  t.same(closed.transitions, []);
  assertError(t, await refuse(after, { action: 'transitionState', state }), 'InvalidOperation', {
    message: /it is final/,
    actionIndex: 0,
  });
});
