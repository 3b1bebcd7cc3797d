import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { parcelNames, findParcel, replaceDelivery } from '../deliveries.js';
import type { Order } from '../members.js';
import { removeElement } from '../../shared/listElements.js';

/** Removes a parcel from its delivery (DELIV013, DELIV014). */
export const removeParcelFromDelivery: Action<Order> = action(parcelNames, (order: Order, names) => {
  const { delivery, parcel } = findParcel(order, names);
  return {
    set: replaceDelivery(order, delivery, { ...delivery, parcels: removeElement(delivery.parcels, parcel) }),
    messages: [{ type: 'ParcelRemovedFromDelivery', deliveryId: delivery.id, parcel }],
  };
});
