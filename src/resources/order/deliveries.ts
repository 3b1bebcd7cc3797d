/** The deliveries and parcels of an order, which actions name by id or by key. */
import { required } from '../../errors/required.js';
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

/** The change that sets the deliveries of an order. Only an order with shippingInfo has deliveries (DELIV006). */
export const setDeliveries = ({ shippingInfo }: Order, deliveries: Delivery[]): Partial<Order> => {
  assertDeliveryKeys(deliveries);
  return { shippingInfo: { ...required(shippingInfo, 'the shippingInfo of an order with deliveries'), deliveries } };
};

export const findDelivery = (order: Order, { deliveryId: id, deliveryKey: key }: DeliveryNames): Delivery =>
  findElement(deliveriesOf(order), { id, key }, 'delivery');

export const replaceDelivery = (order: Order, old: Delivery, next: Delivery): Partial<Order> =>
  setDeliveries(order, replaceElement(deliveriesOf(order), old, next));

/** A parcel and its delivery. */
export const findParcel = (
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

export const replaceParcel = (order: Order, delivery: Delivery, old: Parcel, next: Parcel): Partial<Order> =>
  replaceDelivery(order, delivery, { ...delivery, parcels: replaceElement(delivery.parcels, old, next) });
