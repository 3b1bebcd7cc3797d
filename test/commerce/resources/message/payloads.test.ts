/** Compares whole messages with the members that the SDK declares. */
import type { Order } from '@commercetools/platform-sdk';
import { channel } from '../../../../src/commerce/resources/channel.js';
import { messageOf } from '../../../../src/commerce/resources/message.js';
import { Snapshot } from '../../../../src/engine/define/Message.js';
import { test } from '../../../support/tap.js';
import { valuesOf } from '../../../support/matchWhole.js';
import { newKey, stateDraft } from '../../../support/drafts.js';
import { startOrders } from '../../../support/orders.js';
import type { WireMessage } from '../../../support/resourceApi.js';

const { credentials, create, update, remove, messagesOf, createIn } = await startOrders();
const by = { clientId: credentials.clientId, isPlatformClient: false };

/** The members that every message has besides its id. */
const head = ({ id }: Order, sequenceNumber: number, resourceVersion: number, createdAt: string) => ({
  version: 1,
  sequenceNumber,
  resource: { typeId: 'order', id },
  resourceVersion,
  createdAt,
  lastModifiedAt: createdAt,
  createdBy: by,
  lastModifiedBy: by,
});

const withoutId = ({ id, ...rest }: WireMessage) => {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`the message's id is '${id}'`);
  return rest;
};

const state = { typeId: 'state' as const, id: (await createIn('states', stateDraft())).id };
const next = { typeId: 'state' as const, id: (await createIn('states', stateDraft())).id };
const [old, address] = [
  { country: 'DE', city: 'Bonn' },
  { country: 'FR', city: 'Metz', key: 'home', externalId: 'x-1', additionalAddressInfo: '2nd floor' },
];

for (const [clauses, given, action, type, payload] of [
  [
    'OACT005 EVT002',
    {},
    { action: 'changeOrderState', orderState: 'Complete' },
    'OrderStateChanged',
    { orderState: 'Complete', oldOrderState: 'Open' },
  ],
  [
    'OACT008 EVT003',
    { shipmentState: 'Ready' },
    { action: 'changeShipmentState', shipmentState: 'Shipped' },
    'OrderShipmentStateChanged',
    { shipmentState: 'Shipped', oldShipmentState: 'Ready' },
  ],
  [
    'OACT008 EVT003',
    {},
    { action: 'changeShipmentState', shipmentState: 'Shipped' },
    'OrderShipmentStateChanged',
    { shipmentState: 'Shipped' },
  ],
  [
    'OACT011 EVT004',
    { paymentState: 'Pending' },
    { action: 'changePaymentState', paymentState: 'Paid' },
    'OrderPaymentStateChanged',
    { paymentState: 'Paid', oldPaymentState: 'Pending' },
  ],
  [
    'OACT011 EVT004',
    {},
    { action: 'changePaymentState', paymentState: 'Paid' },
    'OrderPaymentStateChanged',
    { paymentState: 'Paid' },
  ],
  [
    'OACT041 EVT014',
    { state },
    { action: 'transitionState', state: next },
    'OrderStateTransition',
    { state: next, oldState: state, force: false },
  ],
  [
    'OACT041 EVT014',
    {},
    { action: 'transitionState', state: next, force: true },
    'OrderStateTransition',
    { state: next, force: true },
  ],
  [
    'OACT045 EVT015',
    { customerEmail: 'a@example.com' },
    { action: 'setCustomerEmail', email: 'b@example.com' },
    'OrderCustomerEmailSet',
    { email: 'b@example.com', oldEmail: 'a@example.com' },
  ],
  [
    'OACT045 EVT015',
    { customerEmail: 'a@example.com' },
    { action: 'setCustomerEmail' },
    'OrderCustomerEmailSet',
    { oldEmail: 'a@example.com' },
  ],
  [
    'OACT054 EVT017',
    { shippingAddress: old },
    { action: 'setShippingAddress', address },
    'OrderShippingAddressSet',
    { address, oldAddress: old },
  ],
  [
    'OACT054 EVT017',
    { shippingAddress: old },
    { action: 'setShippingAddress' },
    'OrderShippingAddressSet',
    { oldAddress: old },
  ],
  ['OACT057 EVT018', {}, { action: 'setBillingAddress', address }, 'OrderBillingAddressSet', { address }],
  [
    'OACT057 EVT018',
    { billingAddress: old },
    { action: 'setBillingAddress' },
    'OrderBillingAddressSet',
    { oldAddress: old },
  ],
] as const)
  test(`sends ${type} with ${Object.keys(payload).join(', ')} (${clauses})`, async t => {
    const after = await update(await create(given), action);
    const [, ...messages] = await messagesOf(after);
    t.same(messages.map(withoutId), [{ ...head(after, 2, 2, after.lastModifiedAt), type, ...payload }]);
  });

test('sends OrderImported with the order of the response (EVT027)', async t => {
  const order = await create({ orderNumber: newKey('o') });
  const messages = await messagesOf(order);
  t.same(messages.map(withoutId), [
    {
      ...head(order, 1, 1, order.createdAt),
      resourceUserProvidedIdentifiers: { orderNumber: order.orderNumber },
      type: 'OrderImported',
      order,
    },
  ]);
});

test('sends OrderDeleted with the last version of the order (EVT026, ORD103)', async t => {
  const before = await update(await create(), { action: 'changePaymentState', paymentState: 'Paid' });
  t.same((await remove(before)).json, before);
  const last = (await messagesOf(before)).at(-1)!;
  t.same(withoutId(last), { ...head(before, 3, 2, last.createdAt), type: 'OrderDeleted', order: before });
});

test('sends messages with the order number that the same request sets (EVT001, message.b4b3d)', async t => {
  const orderNumber = newKey('new');
  const order = await update(
    await create(),
    { action: 'changeOrderState', orderState: 'Complete' },
    { action: 'setOrderNumber', orderNumber },
  );
  t.same(valuesOf(await messagesOf(order), 'resourceUserProvidedIdentifiers'), [undefined, { orderNumber }]);
});

test('refuses to start with a message that holds a snapshot of another resource type', t => {
  const messages = { ChannelCreated: { channel: Snapshot('zone') } };
  t.throws(() => messageOf([{ ...channel, messages }]), {
    message: 'the message ChannelCreated of channel holds a snapshot of zone in channel',
  });
  t.end();
});
