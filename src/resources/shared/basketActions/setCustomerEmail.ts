import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Order } from '../../order/members.js';

export const setCustomerEmail: Action<Order> = action({ email: Optional(NonEmptyText) }, (order: Order, { email }) => {
  if (email === order.customerEmail) return unchanged;
  return {
    set: { customerEmail: email },
    messages: [{ type: 'OrderCustomerEmailSet', email, oldEmail: order.customerEmail }],
  };
});
