import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { findParcel, parcelNames, replaceParcel } from '../deliveries.js';
import { TrackingData } from '../../shared/delivery.js';
import type { Order } from '../members.js';

/** Sets or removes the tracking data of a parcel (DELIV019, DELIV020). */
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
