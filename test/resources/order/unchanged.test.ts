/** An action that sets present values creates no version and sends no message. */
import { test } from '../../support/tap.js';
import { newKey, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { create, update, refuse, get, messagesOf, createIn, resourcesAt } = await startOrders();
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
  t.same(
    (await messagesOf(order)).map(({ type }) => type),
    ['OrderImported', 'OrderPaymentStateChanged'],
  );
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
  matchWhole(t, await refuse(after, { action: 'transitionState', state }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }],
  });
});
