import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { deliveryNames, findDelivery, replaceDelivery } from '../deliveries.js';
import { DeliveryItems } from '../../shared/delivery.js';
import { assertDeliverable } from '../assertDeliverable.js';
import type { Order } from '../members.js';

/** Replaces the items of a delivery (DELIV011, DELIV012). */
export const setDeliveryItems: Action<Order> = action(
  { ...deliveryNames, items: DeliveryItems },
  (order: Order, { items, ...names }) => {
    const delivery = findDelivery(order, names);
    assertDeliverable(order, items);
    if (sameValue(delivery.items, items)) return unchanged;
    return {
      set: replaceDelivery(order, delivery, { ...delivery, items }),
      messages: [{ type: 'DeliveryItemsUpdated', deliveryId: delivery.id, items, oldItems: delivery.items }],
    };
  },
);
