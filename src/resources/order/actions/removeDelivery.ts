import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { deliveriesOf, deliveryNames, findDelivery, setDeliveries } from '../deliveries.js';
import type { Order } from '../members.js';
import { removeElement } from '../../shared/listElements.js';

/** Removes a delivery with its parcels (DELIV015, DELIV016). */
export const removeDelivery: Action<Order> = action(deliveryNames, (order: Order, names) => {
  const delivery = findDelivery(order, names);
  return {
    set: setDeliveries(order, removeElement(deliveriesOf(order), delivery)),
    messages: [{ type: 'DeliveryRemoved', delivery }],
  };
});
