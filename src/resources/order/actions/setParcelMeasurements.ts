import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { findParcel, parcelNames, replaceParcel } from '../deliveries.js';
import { Measurements } from '../../shared/delivery.js';
import type { Order } from '../members.js';

/** Sets or removes the measurements of a parcel (DELIV017, DELIV018). */
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
