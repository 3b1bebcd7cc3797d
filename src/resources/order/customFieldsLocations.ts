/** The locations of custom fields that only orders have (OACT058 to OACT078). */
import { fail } from '../../errors/ApiError.js';
import { type CustomFieldsLocation, nestedHolder } from '../shared/CustomFieldsLocation.js';
import {
  deliveriesOf,
  deliveryNames,
  findDelivery,
  findParcel,
  parcelNames,
  replaceDelivery,
  replaceParcel,
} from './deliveries.js';
import type { Order } from './members.js';
import { findReturnItem, replaceReturnItem, returnItemNames } from './returnInfo.js';

type Names = Readonly<Record<string, string | undefined>>;
type Location = CustomFieldsLocation<Order>;

export const deliveryCustomFields: Location = {
  resourceTypeId: 'order-delivery',
  names: deliveryNames,
  messages: 'Delivery',
  find: (order, names: Names) => {
    const delivery = findDelivery(order, names);
    return nestedHolder<Order, typeof delivery>(delivery, next => replaceDelivery(order, delivery, next), {
      deliveryId: delivery.id,
    });
  },
  all: order => deliveriesOf(order).map(({ custom }) => custom),
};

export const deliveryAddressCustomFields: Location = {
  resourceTypeId: 'address',
  names: deliveryNames,
  find: (order, names: Names) => {
    const delivery = findDelivery(order, names);
    const { address } = delivery;
    if (address === undefined)
      throw fail('InvalidOperation', { message: `The delivery '${delivery.id}' has no address.` });
    return nestedHolder<Order, typeof address>(address, next =>
      replaceDelivery(order, delivery, { ...delivery, address: next }),
    );
  },
  all: order => deliveriesOf(order).map(({ address }) => address?.custom),
};

export const parcelCustomFields: Location = {
  resourceTypeId: 'order-parcel',
  names: parcelNames,
  find: (order, names: Names) => {
    const { delivery, parcel } = findParcel(order, names);
    return nestedHolder<Order, typeof parcel>(parcel, next => replaceParcel(order, delivery, parcel, next));
  },
  all: order => deliveriesOf(order).flatMap(({ parcels }) => parcels.map(({ custom }) => custom)),
};

export const returnItemCustomFields: Location = {
  resourceTypeId: 'order-return-item',
  names: returnItemNames,
  find: (order, names: Names) => {
    const item = findReturnItem(order, names);
    return nestedHolder<Order, typeof item>(item, next => replaceReturnItem(order, item, next));
  },
  all: ({ returnInfo }) => returnInfo.flatMap(({ items }) => items.map(({ custom }) => custom)),
};
