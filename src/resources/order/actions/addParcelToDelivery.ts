import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { CustomFieldsDraft } from '../../../schema/customFields.js';
import { deliveriesOf, deliveryNames, findDelivery, replaceDelivery } from '../deliveries.js';
import { DeliveryItems, Measurements, parcelOf, TrackingData } from '../../shared/delivery.js';
import { assertDeliverable } from '../assertDeliverable.js';
import type { Order } from '../members.js';

/** Adds a parcel to a delivery (DELIV007, DELIV010). */
export const addParcelToDelivery: Action<Order> = action(
  {
    ...deliveryNames,
    parcelKey: Optional(Text),
    measurements: Optional(Measurements),
    trackingData: Optional(TrackingData),
    items: Optional(DeliveryItems),
    custom: Optional(CustomFieldsDraft),
  },
  (order: Order, { deliveryId, deliveryKey, parcelKey: key, ...draft }, context) => {
    if (deliveriesOf(order).length === 0)
      throw fail('InvalidOperation', { message: 'A parcel can only be added to an order with a delivery.' });
    const delivery = findDelivery(order, { deliveryId, deliveryKey });
    assertDeliverable(order, draft.items ?? []);
    const parcel = parcelOf({ key, ...draft }, context);
    const next = { ...delivery, parcels: [...delivery.parcels, parcel] };
    return {
      set: replaceDelivery(order, delivery, next),
      messages: [{ type: 'ParcelAddedToDelivery', delivery: next, parcel }],
    };
  },
);
