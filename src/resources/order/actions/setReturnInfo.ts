import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { List, Optional } from '../../../schema/primitives.js';
import type { Order } from '../members.js';
import { ReturnInfoDraft, returnInfoOf, setReturns } from '../returnInfo.js';

/** Replaces all returns of an order; without items it removes them (RET023, RET024). */
export const setReturnInfo: Action<Order> = action(
  { items: Optional(List(ReturnInfoDraft)) },
  (order: Order, { items = [] }, context) => {
    if (items.length === 0 && order.returnInfo.length === 0) return unchanged;
    const returnInfo = items.map(draft => returnInfoOf(order, draft, context));
    return { set: setReturns(returnInfo), messages: [{ type: 'ReturnInfoSet', returnInfo }] };
  },
);
