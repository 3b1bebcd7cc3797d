/** The parcels of deliveries (DELIV007, DELIV010, DELIV013, DELIV014, DELIV017 to DELIV022). */
import { type MessageOf, action, unchanged } from '../../../engine/define/actions.js';
import { required, invalidOperation } from '../../../base/errors/ApiError.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';
import {
  type Delivery,
  DeliveryItems,
  Measurements,
  type Parcel,
  parcelOf,
  TrackingData,
} from '../shared/cartAndOrder/shipping.js';
import { type CustomFieldsLocation, nestedHolder } from '../shared/customFieldActions.js';
import { findElement, removeElement, replaceElement } from '../shared/listElements.js';
import { assertDeliverable, deliveriesOf, deliveryNames, findDelivery, replaceDelivery } from './deliveries.js';
import type { Order } from './members.js';

/** Adds a parcel to a delivery (DELIV007, DELIV010). */
export const addParcelToDelivery = action(
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
      throw invalidOperation('A parcel can only be added to an order with a delivery.');
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

const parcelNames = { parcelId: Optional(Text), parcelKey: Optional(Text) };

/** Removes a parcel from its delivery (DELIV013, DELIV014). */
export const removeParcelFromDelivery = action(parcelNames, (order: Order, names) => {
  const { delivery, parcel } = findParcel(order, names);
  return {
    set: replaceDelivery(order, delivery, { ...delivery, parcels: removeElement(delivery.parcels, parcel) }),
    messages: [{ type: 'ParcelRemovedFromDelivery', deliveryId: delivery.id, parcel }],
  };
});

/** Replaces the items of a parcel (DELIV021, DELIV022). */
export const setParcelItems = action({ ...parcelNames, items: DeliveryItems }, (order: Order, { items, ...names }) => {
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
});

/** Sets or removes a member of a parcel, with the message about it. */
const setParcelMember = (
  field: 'measurements' | 'trackingData',
  schema: typeof Measurements | typeof TrackingData,
  type: MessageOf<Order>['type'],
) =>
  action({ ...parcelNames, [field]: Optional(schema) }, (order: Order, payload) => {
    const { [field]: value, ...names } = payload as ParcelNames & Pick<Parcel, typeof field>;
    const { delivery, parcel } = findParcel(order, names);
    if (sameValue(parcel[field], value)) return unchanged;
    return {
      set: replaceParcel(order, delivery, parcel, { ...parcel, [field]: value }),
      messages: [{ type, deliveryId: delivery.id, parcelId: parcel.id, [field]: value } as MessageOf<Order>],
    };
  });

/** Sets or removes the measurements of a parcel (DELIV017, DELIV018). */
export const setParcelMeasurements = setParcelMember('measurements', Measurements, 'ParcelMeasurementsUpdated');

/** Sets or removes the tracking data of a parcel (DELIV019, DELIV020). */
export const setParcelTrackingData = setParcelMember('trackingData', TrackingData, 'ParcelTrackingDataUpdated');

interface ParcelNames {
  readonly parcelId?: string;
  readonly parcelKey?: string;
}

export const parcelCustomFields: CustomFieldsLocation<Order> = {
  resourceTypeId: 'order-parcel',
  names: parcelNames,
  find: (order, names: ParcelNames) => {
    const { delivery, parcel } = findParcel(order, names);
    return nestedHolder<Order, typeof parcel>(parcel, next => replaceParcel(order, delivery, parcel, next));
  },
  all: order => deliveriesOf(order).flatMap(({ parcels }) => parcels.map(({ custom }) => custom)),
};

/** Finds a parcel and its delivery. */
const findParcel = (
  order: Order,
  { parcelId: id, parcelKey: key }: ParcelNames,
): { readonly delivery: Delivery; readonly parcel: Parcel } => {
  const all = deliveriesOf(order).flatMap(delivery => delivery.parcels.map(parcel => ({ delivery, parcel })));
  const parcel = findElement(
    all.map(each => each.parcel),
    { id, key },
    'parcel',
  );
  return required(
    all.find(each => each.parcel === parcel),
    'the delivery of a parcel',
  );
};

const replaceParcel = (order: Order, delivery: Delivery, old: Parcel, next: Parcel): Partial<Order> =>
  replaceDelivery(order, delivery, { ...delivery, parcels: replaceElement(delivery.parcels, old, next) });
