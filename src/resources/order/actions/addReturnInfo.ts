import { action, type Action } from '../../../engine/actions.js';
import type { Order } from '../members.js';
import { returnInfoMembers, returnInfoOf, withReturns } from '../returnInfo.js';

/** RET020 to RET022 */
export const addReturnInfo: Action<Order> = action(returnInfoMembers, (order: Order, draft, context) => {
  const returnInfo = returnInfoOf(order, draft, context);
  return { set: withReturns([...order.returnInfo, returnInfo]), messages: [{ type: 'ReturnInfoAdded', returnInfo }] };
});
