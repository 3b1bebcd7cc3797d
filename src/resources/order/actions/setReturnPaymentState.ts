import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { ReturnPaymentState } from '../enums.js';
import type { Order } from '../members.js';
import { assertMove, findReturnItem, replaceReturnItem, returnItemNames } from '../returnInfo.js';

/**
 * Moves the payment state of a return item along its allowed moves (RET014 to RET016, RET019). It sends no message
 * (RET026).
 */
export const setReturnPaymentState: Action<Order> = action(
  { ...returnItemNames, paymentState: ReturnPaymentState },
  (order: Order, { paymentState, ...names }, { now }) => {
    const item = findReturnItem(order, names);
    assertMove('paymentState', item.paymentState, paymentState);
    return { set: replaceReturnItem(order, item, { ...item, paymentState, lastModifiedAt: now }) };
  },
);
