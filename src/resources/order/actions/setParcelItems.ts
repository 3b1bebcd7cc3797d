import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { findParcel, parcelNames, replaceParcel } from '../deliveries.js';
import { DeliveryItems } from '../../shared/delivery.js';
import { assertDeliverable } from '../assertDeliverable.js';
import type { Order } from '../members.js';

/** Replaces the items of a parcel (DELIV021, DELIV022). */
export const setParcelItems: Action<Order> = action(
  { ...parcelNames, items: DeliveryItems },
  (order: Order, { items, ...names }) => {
    const { delivery, parcel } = findParcel(order, names);
    assertDeliverable(order, items);
    if (sameValue(parcel.items, items)) return unchanged;
    return {
      set: replaceParcel(order, delivery, parcel, { ...parcel, items }),
      messages: [
        {
          type: 'ParcelItemsUpdated',
          parcelId: parcel.id,
          deliveryId: delivery.id,
          items,
          oldItems: parcel.items ?? [],
        },
      ],
    };
  },
);
