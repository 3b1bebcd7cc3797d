/** Where an order has custom fields (OACT058 to OACT078): each place gives two actions, see types/customActions.ts. */
import { fail } from '../../errors/ApiError.js';
import type { Address } from '../../schema/address.js';
import { Text } from '../../schema/primitives.js';
import type { CustomFields } from '../../schema/customFields.js';
import {
  deliveriesOf,
  deliveryNames,
  findDelivery,
  findParcel,
  parcelNames,
  replaceDelivery,
  replaceParcel,
} from './deliveries.js';
import { findItem, type ItemKind, itemNames, replaceItem } from '../shared/items.js';
import type { Order } from './members.js';
import { replaceElement } from '../shared/listElements.js';
import { findReturnItem, replaceReturnItem, returnItemNames } from './returnInfo.js';
import { findItemShippingAddress } from '../shared/itemShippingAddresses.js';
import {
  type CustomFieldsHolder,
  type CustomFieldsLocation,
  resourceCustomFields,
} from '../shared/CustomFieldsLocation.js';

type Names = Readonly<Record<string, string | undefined>>;
type Place = CustomFieldsLocation<Order>;

/** A place within another object: its custom fields, and the change of the order when they change. */
const holder = <T extends { readonly custom?: CustomFields }>(
  item: T,
  within: (next: T) => Partial<Order>,
  told?: CustomFieldsHolder<Order>['told'],
): CustomFieldsHolder<Order> => ({ custom: item.custom, told, with: custom => within({ ...item, custom }) });

export const orderCustomFields: Place = resourceCustomFields<Order>('order', 'Order');

export const basketAddressCustomFields = (field: 'shippingAddress' | 'billingAddress'): Place => ({
  resourceTypeId: 'address',
  find: order => {
    const address = order[field];
    if (address === undefined) throw fail('InvalidOperation', { message: `There is no ${field}.` });
    return holder<Address>(address, next => ({ [field]: next }));
  },
  all: order => [order[field]?.custom],
});

export const itemShippingAddressCustomFields: Place = {
  resourceTypeId: 'address',
  names: { addressKey: Text },
  find: (order, { addressKey }: { readonly addressKey: string }) => {
    const address = findItemShippingAddress(order, addressKey);
    return holder(address, next => ({
      itemShippingAddresses: replaceElement(order.itemShippingAddresses, address, next),
    }));
  },
  all: ({ itemShippingAddresses }) => itemShippingAddresses.map(({ custom }) => custom),
};

export const deliveryCustomFields: Place = {
  resourceTypeId: 'order-delivery',
  names: deliveryNames,
  messages: 'Delivery',
  find: (order, names: Names) => {
    const delivery = findDelivery(order, names);
    return holder(delivery, next => replaceDelivery(order, delivery, next), { deliveryId: delivery.id });
  },
  all: order => deliveriesOf(order).map(({ custom }) => custom),
};

export const deliveryAddressCustomFields: Place = {
  resourceTypeId: 'address',
  names: deliveryNames,
  find: (order, names: Names) => {
    const delivery = findDelivery(order, names);
    if (delivery.address === undefined)
      throw fail('InvalidOperation', { message: `The delivery '${delivery.id}' has no address.` });
    return holder(delivery.address, address => replaceDelivery(order, delivery, { ...delivery, address }));
  },
  all: order => deliveriesOf(order).map(({ address }) => address?.custom),
};

export const parcelCustomFields: Place = {
  resourceTypeId: 'order-parcel',
  names: parcelNames,
  find: (order, names: Names) => {
    const { delivery, parcel } = findParcel(order, names);
    return holder(parcel, next => replaceParcel(order, delivery, parcel, next));
  },
  all: order => deliveriesOf(order).flatMap(({ parcels }) => parcels.map(({ custom }) => custom)),
};

const itemTypeIds = { lineItem: 'line-item', customLineItem: 'custom-line-item' } as const;

export const itemCustomFields = (kind: ItemKind): Place => ({
  resourceTypeId: itemTypeIds[kind],
  names: itemNames(kind),
  find: (order, names: Names) => {
    const item = findItem(order, kind, names);
    return holder(item, next => replaceItem(order, kind, item, next));
  },
  all: ({ lineItems, customLineItems }) =>
    (kind === 'lineItem' ? lineItems : customLineItems).map(({ custom }) => custom),
});

export const returnItemCustomFields: Place = {
  resourceTypeId: 'order-return-item',
  names: returnItemNames,
  find: (order, names: Names) => {
    const item = findReturnItem(order, names);
    return holder(item, next => replaceReturnItem(order, item, next));
  },
  all: ({ returnInfo }) => returnInfo.flatMap(({ items }) => items.map(({ custom }) => custom)),
};
