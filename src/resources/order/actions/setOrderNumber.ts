import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Order } from '../members.js';

/** Sets the order number, which cannot be changed or removed afterwards (ORD006). */
export const setOrderNumber: Action<Order> = action(
  { orderNumber: Optional(NonEmptyText) },
  (order: Order, { orderNumber }) => {
    if (orderNumber === order.orderNumber) return unchanged;
    if (order.orderNumber !== undefined)
      throw fail('InvalidOperation', {
        message: `The order number is '${order.orderNumber}' and cannot be changed or removed.`,
      });
    return { set: { orderNumber } };
  },
);
