import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional, Text } from '../../../schema/primitives.js';
import type { Basket } from '../basketMembers.js';

export const setPurchaseOrderNumber: Action<Basket> = action(
  { purchaseOrderNumber: Optional(Text) },
  (basket: Basket, { purchaseOrderNumber }) => {
    const { purchaseOrderNumber: oldPurchaseOrderNumber } = basket;
    if (purchaseOrderNumber === oldPurchaseOrderNumber) return unchanged;
    return {
      set: { purchaseOrderNumber },
      messages: [{ type: 'OrderPurchaseOrderNumberSet', purchaseOrderNumber, oldPurchaseOrderNumber }],
    };
  },
);
