import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional, Text } from '../../../schema/primitives.js';
import type { Order } from '../../order/members.js';

export const setPurchaseOrderNumber: Action<Order> = action(
  { purchaseOrderNumber: Optional(Text) },
  (order: Order, { purchaseOrderNumber }) => {
    const { purchaseOrderNumber: oldPurchaseOrderNumber } = order;
    if (purchaseOrderNumber === oldPurchaseOrderNumber) return unchanged;
    return {
      set: { purchaseOrderNumber },
      messages: [{ type: 'OrderPurchaseOrderNumberSet', purchaseOrderNumber, oldPurchaseOrderNumber }],
    };
  },
);
