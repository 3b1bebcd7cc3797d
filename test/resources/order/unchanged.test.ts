/** An action that sets present values creates no version and sends no message. */
import type { Order, OrderUpdateAction, StateDraft } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';

const quayside = await startQuayside();
const sdk = sdkOf(quayside, await quayside.project());
const update = async ({ id, version }: Order, ...actions: object[]) =>
  (
    await sdk
      .orders()
      .withId({ ID: id })
      .post({ body: { version, actions: actions as OrderUpdateAction[] } })
      .execute()
  ).body;
const told = async ({ id }: Order) =>
  (
    await sdk
      .messages()
      .get({ queryArgs: { where: `resource(id = "${id}")`, sort: 'sequenceNumber asc' } })
      .execute()
  ).body.results;
const address = { country: 'DE', city: 'Köln', key: 'home', streetName: 'Am Dom' };
const create = async (changes = {}) =>
  (
    await sdk
      .orders()
      .importOrder()
      .post({ body: orderDraft(changes) })
      .execute()
  ).body;

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
    t.same((await sdk.orders().withId({ ID: order.id }).get().execute()).body, order);
    matchWhole(t, await told(order), [{ type: 'OrderImported' }]);
    t.equal((await told(order)).length, 1);
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
    (await told(order)).map(({ type }) => type),
    ['OrderImported', 'OrderPaymentStateChanged'],
  );
});

const newState = async (changes: Partial<StateDraft>) =>
  (
    await sdk
      .states()
      .post({ body: stateDraft(changes) })
      .execute()
  ).body;

test('a transition to the current State follows the same rules and sends a message (OACT036, OACT041)', async t => {
  const open = await newState({});
  const state = { typeId: 'state' as const, id: open.id };
  const order = await create({ state });
  const after = await update(order, { action: 'transitionState', state });
  matchWhole(t, after, { version: 2, state });
  matchWhole(t, (await told(order)).slice(1), [{ type: 'OrderStateTransition', state, oldState: state, force: false }]);
  const { body: closed } = await sdk
    .states()
    .withId({ ID: open.id })
    .post({ body: { version: 1, actions: [{ action: 'setTransitions', transitions: [] }] } })
    .execute();
  t.same(closed.transitions, []);
  matchWhole(t, (await rejectionOf(update(after, { action: 'transitionState', state }))).body, {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }],
  });
});
