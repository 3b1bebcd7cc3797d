/** The deliveries of an order and their parcels: how actions name them, and how a change of one becomes a change of the order. */
import { Optional, Text } from '../../schema/primitives.js';
import { assertDeliveryKeys, type Delivery, type Parcel } from '../shared/delivery.js';
import type { Order } from './members.js';
import { findElement, replaceElement } from '../shared/listElements.js';

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
export const setDeliveries = ({ shippingInfo }: Order, deliveries: Delivery[]): Partial<Order> => {
  assertDeliveryKeys(deliveries);
  return { shippingInfo: { ...shippingInfo!, deliveries } };
};

export const findDelivery = (order: Order, { deliveryId: id, deliveryKey: key }: DeliveryNames): Delivery =>
  findElement(deliveriesOf(order), { id, key }, 'delivery');

export const replaceDelivery = (order: Order, old: Delivery, next: Delivery): Partial<Order> =>
  setDeliveries(order, replaceElement(deliveriesOf(order), old, next));

/** A parcel and the delivery that it lies in. */
export const findParcel = (
  order: Order,
  { parcelId: id, parcelKey: key }: ParcelNames,
): { readonly delivery: Delivery; readonly parcel: Parcel } => {
  const parcel = findElement(
    deliveriesOf(order).flatMap(({ parcels }) => parcels),
    { id, key },
    'parcel',
  );
  return { parcel, delivery: deliveriesOf(order).find(({ parcels }) => parcels.includes(parcel))! };
};

export const replaceParcel = (order: Order, delivery: Delivery, old: Parcel, next: Parcel): Partial<Order> =>
  replaceDelivery(order, delivery, { ...delivery, parcels: replaceElement(delivery.parcels, old, next) });
