import { action, type Action } from '../../../engine/actions.js';
import { parcelNames, pickParcel, withDelivery } from '../deliveries.js';
import type { Order } from '../members.js';
import { without } from '../pick.js';

/** DELIV013, DELIV014 */
export const removeParcelFromDelivery: Action<Order> = action(parcelNames, (order: Order, names) => {
  const { delivery, parcel } = pickParcel(order, names);
  return {
    set: withDelivery(order, delivery, { ...delivery, parcels: without(delivery.parcels, parcel) }),
    messages: [{ type: 'ParcelRemovedFromDelivery', deliveryId: delivery.id, parcel }],
  };
});
