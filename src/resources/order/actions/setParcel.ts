import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { parcelNames, findParcel, replaceParcel } from '../deliveries.js';
import { DeliveryItems, Measurements, TrackingData } from '../../shared/delivery.js';
import { assertDeliverable } from '../deliveryItems.js';
import type { Order } from '../members.js';

/** DELIV017, DELIV018 */
export const setParcelMeasurements: Action<Order> = action(
  { ...parcelNames, measurements: Optional(Measurements) },
  (order: Order, { measurements, ...names }) => {
    const { delivery, parcel } = findParcel(order, names);
    if (sameValue(parcel.measurements, measurements)) return unchanged;
    return {
      set: replaceParcel(order, delivery, parcel, { ...parcel, measurements }),
      messages: [{ type: 'ParcelMeasurementsUpdated', deliveryId: delivery.id, parcelId: parcel.id, measurements }],
    };
  },
);

/** DELIV019, DELIV020 */
export const setParcelTrackingData: Action<Order> = action(
  { ...parcelNames, trackingData: Optional(TrackingData) },
  (order: Order, { trackingData, ...names }) => {
    const { delivery, parcel } = findParcel(order, names);
    if (sameValue(parcel.trackingData, trackingData)) return unchanged;
    return {
      set: replaceParcel(order, delivery, parcel, { ...parcel, trackingData }),
      messages: [{ type: 'ParcelTrackingDataUpdated', deliveryId: delivery.id, parcelId: parcel.id, trackingData }],
    };
  },
);

/** DELIV021, DELIV022 */
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
