import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';
import { assertUnknownAction } from '../assertUnknownAction.js';

const { create, update, refuse, get, updateMessagesOf, sdk } = await startOrders();

test('refuses an action of an unknown name (OACT001)', async t => {
  const order = await create();
  assertUnknownAction(t, await refuse(order, { action: 'paintRed' }), 'paintRed', 'Order', ['addParcel']);
  matchWhole(t, await refuse(order, { orderState: 'Open' }), {
    statusCode: 400,
    errors: [{ code: 'RequiredField', field: 'actions[0].action' }],
  });
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
    matchWhole(t, await refuse(order, { action }), {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field: `actions[0].${field}` }],
    });
    matchWhole(t, await refuse(order, { action, [field]: 'Nonsense' }), {
      statusCode: 400,
      errors: [{ code: 'InvalidField', field: `actions[0].${field}`, invalidValue: 'Nonsense', allowedValues: values }],
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

test('setOrderNumber sets the number once (OACT031, ORD006, OACT032)', async t => {
  const orderNumber = newKey('set');
  const order = await update(await create(), { action: 'setOrderNumber', orderNumber });
  t.equal(order.orderNumber, orderNumber);
  t.same((await sdk.orders().withOrderNumber({ orderNumber }).get().execute()).body, order);
  for (const other of [newKey('another'), undefined])
    matchWhole(t, await refuse(order, { action: 'setOrderNumber', orderNumber: other }), {
      statusCode: 400,
      errors: [{ code: 'InvalidOperation', message: /cannot be changed or removed/, actionIndex: 0 }],
    });
  t.equal((await update(order, { action: 'setOrderNumber', orderNumber })).version, order.version);
});

test('refuses the number of another order as DuplicateField (OACT033)', async t => {
  const orderNumber = newKey('taken');
  await create({ orderNumber });
  const order = await create();
  matchWhole(
    t,
    await refuse(
      order,
      { action: 'changeOrderState', orderState: 'Complete' },
      { action: 'setOrderNumber', orderNumber },
    ),
    { statusCode: 400, errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: orderNumber }] },
  );
  t.same(await get(order), order);
});

test('setCustomerEmail sets and removes the email (OACT042, OACT043, OACT045, EVT015)', async t => {
  let order = await create({ customerEmail: 'old@example.com' });
  order = await update(order, { action: 'setCustomerEmail', email: 'new@example.com' });
  t.equal(order.customerEmail, 'new@example.com');
  t.equal(
    (
      await sdk
        .orders()
        .get({ queryArgs: { where: 'customerEmail = "old@example.com"' } })
        .execute()
    ).body.total,
    0,
  );
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
    matchWhole(t, await refuse(order, { action, address: { city: 'Nowhere' } }), {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field: 'actions[0].address.country' }],
    });
    matchWhole(t, await refuse(order, { action, address: { country: 'Germany' } }), {
      statusCode: 400,
      errors: [{ code: 'InvalidField', field: 'actions[0].address.country', invalidValue: 'Germany' }],
    });
  });

test('setLocale takes the languages of the project only (ORD036)', async t => {
  let order = await update(await create(), { action: 'setLocale', locale: 'nl-NL' });
  t.equal(order.locale, 'nl-NL');
  matchWhole(t, await refuse(order, { action: 'setLocale', locale: 'pt' }), {
    statusCode: 400,
    errors: [{ code: 'ProjectNotConfiguredForLanguages', languages: ['pt'], actionIndex: 0 }],
  });
  matchWhole(t, await refuse(order, { action: 'setLocale', locale: 'not a language' }), {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'actions[0].locale', invalidValue: 'not a language' }],
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
  matchWhole(
    t,
    (await updateMessagesOf(order)).map(({ type, sequenceNumber, resourceVersion }) => [
      type,
      sequenceNumber,
      resourceVersion,
    ]),
    [
      ['OrderStateChanged', 2, 2],
      ['OrderPaymentStateChanged', 3, 2],
      ['OrderStateChanged', 4, 2],
    ],
  );
});
