import { action, type Action } from '../../../engine/actions.js';
import { deliveriesOf, deliveryNames, pickDelivery, withDeliveries } from '../deliveries.js';
import type { Order } from '../members.js';
import { without } from '../pick.js';

/** DELIV015, DELIV016 */
export const removeDelivery: Action<Order> = action(deliveryNames, (order: Order, names) => {
  const delivery = pickDelivery(order, names);
  return {
    set: withDeliveries(order, without(deliveriesOf(order), delivery)),
    messages: [{ type: 'DeliveryRemoved', delivery }],
  };
});
