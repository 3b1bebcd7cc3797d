/** Messages of actions that the compiler refuses; `npm run lint` compiles this file. */
import { type ActionTable, action, type Change, set } from '../../../src/engine/define/actions.js';
import { defineResource } from '../../../src/engine/define/defineResource.js';
import type { Cart } from '../../../src/commerce/resources/cart/index.js';
import type { Zone } from '../../../src/commerce/resources/zone.js';
import type { Order } from '../../../src/commerce/resources/order/index.js';
import { resourceCustomFields } from '../../../src/commerce/resources/shared/customFieldActions.js';
import { Shape, Text } from '../../../src/engine/schema/primitives.js';

const orderNumber = 'o-1';

export const changes: readonly Change<Order>[] = [
  { set: { orderNumber }, messages: [{ type: 'OrderStateChanged', orderState: 'Open', oldOrderState: 'Complete' }] },
  // @ts-expect-error No resource type declares the message.
  { set: { orderNumber }, messages: [{ type: 'OrderNumberChanged', orderNumber }] },
  // @ts-expect-error A member of the payload has another type.
  { set: { orderNumber }, messages: [{ type: 'OrderStateChanged', orderState: 'Broken', oldOrderState: 'Open' }] },
  // @ts-expect-error A member of the payload is missing.
  { set: { orderNumber }, messages: [{ type: 'OrderStateChanged', orderState: 'Open' }] },
  // @ts-expect-error The payload has no such member.
  { set: { orderNumber }, messages: [{ type: 'OrderCustomerEmailSet', email: 'a@b.c', note: 'n' }] },
  // @ts-expect-error No action here sends the message, though clients know its type.
  { set: { orderNumber }, messages: [{ type: 'CartCreated' }] },
];

export const cartChanges: readonly Change<Cart>[] = [
  { set: { cartState: 'Frozen' }, messages: [{ type: 'CartFrozen' }] },
  // @ts-expect-error The messages of another resource type are not those of carts.
  { set: { locale: 'de' }, messages: [{ type: 'OrderCustomerEmailSet', email: 'a@b.c', oldEmail: undefined }] },
];

export const zoneChanges: readonly Change<Zone>[] = [
  // @ts-expect-error Zones declare no messages.
  { set: { name: 'Here' }, messages: [{ type: 'OrderDeleted' }] },
];

// @ts-expect-error Zones declare no messages.
export const changeDescription = action({ description: Text }, (zone: Zone, { description }) => ({
  set: { description },
  messages: [
    { type: 'CartPurchaseOrderNumberSet', purchaseOrderNumber: description, oldPurchaseOrderNumber: zone.key },
  ],
}));
const setEmail = action({ email: Text }, (order: Order, { email }) => ({
  set: { customerEmail: email },
  messages: [{ type: 'OrderCustomerEmailSet', email, oldEmail: order.customerEmail }],
}));
export const cartActions: ActionTable<Cart> = {
  // @ts-expect-error Carts share the action, and declare no such message.
  setCustomerEmail: setEmail,
};

const declaration = { typeId: 'cart', path: 'carts', scopes: { read: [], write: [] }, resource: Shape({}) } as const;
// @ts-expect-error The declaration lacks the table of the messages that carts send.
export const withoutTable = defineResource<Cart>(declaration);
// @ts-expect-error Zones have no table of messages.
export const withTable = defineResource<Zone>({ ...declaration, messages: {} });

// @ts-expect-error No resource type declares the message.
export const setOrderNumber = set<Order>('orderNumber', Text, () => ({ type: 'OrderNumberSet' }));

// @ts-expect-error No resource type declares messages about these custom fields.
export const location = resourceCustomFields<Order>('order', 'Cart');

export const purchaseOrderNumbers = [
  set<Order>('purchaseOrderNumber', Text, 'OrderPurchaseOrderNumberSet'),
  // @ts-expect-error The message is that of another resource type.
  set<Order>('purchaseOrderNumber', Text, 'CartPurchaseOrderNumberSet'),
  // @ts-expect-error The message does not hold this member and its old value.
  set<Order>('purchaseOrderNumber', Text, 'OrderCustomerEmailSet'),
];
