import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { ReturnShipmentState } from '../enums.js';
import type { Order } from '../members.js';
import { assertMove, findReturnItem, replaceReturnItem, returnItemNames } from '../returnInfo.js';

/** Moves the shipment state of a return item along its allowed moves (RET011 to RET013, RET018, RET025). */
export const setReturnShipmentState: Action<Order> = action(
  { ...returnItemNames, shipmentState: ReturnShipmentState },
  (order: Order, { shipmentState, ...names }, { now }) => {
    const item = findReturnItem(order, names);
    assertMove('shipmentState', item.shipmentState, shipmentState);
    return {
      set: replaceReturnItem(order, item, { ...item, shipmentState, lastModifiedAt: now }),
      messages: [
        { type: 'OrderReturnShipmentStateChanged', returnItemId: item.id, returnShipmentState: shipmentState },
      ],
    };
  },
);
