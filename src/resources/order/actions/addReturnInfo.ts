import { action, type Action } from '../../../engine/actions.js';
import type { Order } from '../members.js';
import { returnInfoMembers, returnInfoOf } from '../returnInfo.js';

/** RET020 to RET022 */
export const addReturnInfo: Action<Order> = action(returnInfoMembers, (order: Order, draft, context) => {
  const returnInfo = returnInfoOf(order, draft, context);
  return { set: { returnInfo: [...order.returnInfo, returnInfo] }, messages: [{ type: 'ReturnInfoAdded', returnInfo }] };
});
