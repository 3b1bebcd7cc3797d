/** The deliveries of an order and their parcels: how actions name them, and how a change of one becomes a change of the order. */
import { Optional, Text } from '../../schema/primitives.js';
import { assertDeliveryKeys, type Delivery, type Parcel } from './delivery.js';
import type { Order } from './members.js';
import { pick, replaced } from './pick.js';

export const deliveryNames = { deliveryId: Optional(Text), deliveryKey: Optional(Text) };
export const parcelNames = { parcelId: Optional(Text), parcelKey: Optional(Text) };

interface DeliveryNames {
  readonly deliveryId?: string;
  readonly deliveryKey?: string;
}
interface ParcelNames {
  readonly parcelId?: string;
  readonly parcelKey?: string;
}

export const deliveriesOf = ({ shippingInfo }: Order): readonly Delivery[] => shippingInfo?.deliveries ?? [];

/** The change that gives an order these deliveries; only one with shippingInfo has any (DELIV006). */
export const withDeliveries = ({ shippingInfo }: Order, deliveries: Delivery[]): Partial<Order> => {
  assertDeliveryKeys(deliveries);
  return { shippingInfo: { ...shippingInfo!, deliveries } };
};

export const pickDelivery = (order: Order, { deliveryId: id, deliveryKey: key }: DeliveryNames): Delivery =>
  pick(deliveriesOf(order), { id, key }, 'delivery');

export const withDelivery = (order: Order, old: Delivery, next: Delivery): Partial<Order> =>
  withDeliveries(order, replaced(deliveriesOf(order), old, next));

/** A parcel and the delivery that it lies in. */
export const pickParcel = (
  order: Order,
  { parcelId: id, parcelKey: key }: ParcelNames,
): { readonly delivery: Delivery; readonly parcel: Parcel } => {
  const parcel = pick(
    deliveriesOf(order).flatMap(({ parcels }) => parcels),
    { id, key },
    'parcel',
  );
  return { parcel, delivery: deliveriesOf(order).find(({ parcels }) => parcels.includes(parcel))! };
};

export const withParcel = (order: Order, delivery: Delivery, old: Parcel, next: Parcel): Partial<Order> =>
  withDelivery(order, delivery, { ...delivery, parcels: replaced(delivery.parcels, old, next) });
