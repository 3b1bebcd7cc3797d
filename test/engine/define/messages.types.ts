/** What the compiler refuses in messages that actions send; `npm run lint` compiles this file. */
import { set, type Change } from '../../../src/engine/define/actions.js';
import type { Order } from '../../../src/commerce/resources/order/index.js';
import { resourceCustomFields } from '../../../src/commerce/resources/shared/customFieldActions.js';
import { Text } from '../../../src/engine/schema/primitives.js';

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

// @ts-expect-error No resource type declares the message.
export const setOrderNumber = set<Order>('orderNumber', Text, () => ({ type: 'OrderNumberSet' }));

// @ts-expect-error No resource type declares messages about these custom fields.
export const location = resourceCustomFields<Order>('order', 'Cart');
