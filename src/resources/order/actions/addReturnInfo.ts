import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import type { Order } from '../members.js';
import { returnInfoMembers, returnInfoOf, setReturns } from '../returnInfo.js';

/** Adds returned items (RET020 to RET022). */
export const addReturnInfo: Action<Order> = action(returnInfoMembers, (order: Order, draft, context) => {
  const returnInfo = returnInfoOf(order, draft, context);
  return { set: setReturns([...order.returnInfo, returnInfo]), messages: [{ type: 'ReturnInfoAdded', returnInfo }] };
});
