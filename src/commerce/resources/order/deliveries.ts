/** The deliveries of an order (DELIV006 to DELIV012, DELIV015, DELIV016). */
import { required, invalidOperation } from '../../../base/errors/ApiError.js';
import { action, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { List, Optional, Text } from '../../../engine/schema/primitives.js';
import { AddressDraft } from '../../values/address.js';
import { addressOf } from '../shared/addresses.js';
import {
  assertDeliveryKeys,
  type Delivery,
  DeliveryItems,
  deliveryOf,
  ParcelDraft,
} from '../shared/cartAndOrder/shipping.js';
import { type CustomFieldsLocation, nestedHolder } from '../shared/customFieldActions.js';
import { findElement, removeElement, replaceElement } from '../shared/listElements.js';
import type { Order } from './members.js';

export const deliveryNames = { deliveryId: Optional(Text), deliveryKey: Optional(Text) };

export interface DeliveryNames {
  readonly deliveryId?: string;
  readonly deliveryKey?: string;
}

export const deliveriesOf = ({ shippingInfo }: Order): readonly Delivery[] => shippingInfo?.deliveries ?? [];

export const findDelivery = (order: Order, { deliveryId: id, deliveryKey: key }: DeliveryNames): Delivery =>
  findElement(deliveriesOf(order), { id, key }, 'delivery');

export const replaceDelivery = (order: Order, old: Delivery, next: Delivery): Partial<Order> =>
  setDeliveries(order, replaceElement(deliveriesOf(order), old, next));

/**
 * Refuses deliveries of items that the order does not have. Quantities are not checked, since deliveries may be planned
 * ahead.
 */
export const assertDeliverable = ({ lineItems, customLineItems }: Order, items: Delivery['items']): void => {
  const unknown = items.find(
    ({ id }) => !lineItems.some(item => item.id === id) && !customLineItems.some(item => item.id === id),
  );
  if (unknown !== undefined)
    throw invalidOperation(`The order has no line item or custom line item with id '${unknown.id}'.`);
};

/** Adds a delivery to an order with shippingInfo (DELIV006). */
export const addDelivery = action(
  {
    deliveryKey: Optional(Text),
    items: Optional(DeliveryItems),
    parcels: Optional(List(ParcelDraft)),
    address: Optional(AddressDraft),
    custom: Optional(CustomFieldsDraft),
  },
  (order: Order, { deliveryKey: key, ...draft }, context) => {
    if (order.shippingInfo === undefined)
      throw invalidOperation('A delivery can only be added to an order with shippingInfo.');
    const delivery = deliveryOf({ key, ...draft }, context);
    assertDeliverable(order, [...delivery.items, ...delivery.parcels.flatMap(({ items = [] }) => items)]);
    return { set: setDeliveries(order, [...deliveriesOf(order), delivery]), messages: messagesOf(delivery) };
  },
);

/** Removes a delivery with its parcels (DELIV015, DELIV016). */
export const removeDelivery = action(deliveryNames, (order: Order, names) => {
  const delivery = findDelivery(order, names);
  return {
    set: setDeliveries(order, removeElement(deliveriesOf(order), delivery)),
    messages: [{ type: 'DeliveryRemoved', delivery }],
  };
});

/** Sets or removes the address of a delivery (OACT028 to OACT030). */
export const setDeliveryAddress = action(
  { ...deliveryNames, address: Optional(AddressDraft) },
  (order: Order, { address: draft, ...names }, context) => {
    const delivery = findDelivery(order, names);
    const address = addressOf(draft, context);
    if (sameValue(delivery.address, address)) return unchanged;
    return {
      set: replaceDelivery(order, delivery, { ...delivery, address }),
      messages: [{ type: 'DeliveryAddressSet', deliveryId: delivery.id, address, oldAddress: delivery.address }],
    };
  },
);

/** Replaces the items of a delivery (DELIV011, DELIV012). */
export const setDeliveryItems = action(
  { ...deliveryNames, items: DeliveryItems },
  (order: Order, { items, ...names }) => {
    const delivery = findDelivery(order, names);
    assertDeliverable(order, items);
    if (sameValue(delivery.items, items)) return unchanged;
    return {
      set: replaceDelivery(order, delivery, { ...delivery, items }),
      messages: [{ type: 'DeliveryItemsUpdated', deliveryId: delivery.id, items, oldItems: delivery.items }],
    };
  },
);

export const deliveryCustomFields: CustomFieldsLocation<Order> = {
  resourceTypeId: 'order-delivery',
  names: deliveryNames,
  messages: 'Delivery',
  find: (order, names: DeliveryNames) => {
    const delivery = findDelivery(order, names);
    return nestedHolder<Order, typeof delivery>(delivery, next => replaceDelivery(order, delivery, next), {
      deliveryId: delivery.id,
    });
  },
  all: order => deliveriesOf(order).map(({ custom }) => custom),
};

export const deliveryAddressCustomFields: CustomFieldsLocation<Order> = {
  resourceTypeId: 'address',
  names: deliveryNames,
  find: (order, names: DeliveryNames) => {
    const delivery = findDelivery(order, names);
    const { address } = delivery;
    if (address === undefined) throw invalidOperation(`The delivery '${delivery.id}' has no address.`);
    return nestedHolder<Order, typeof address>(address, next =>
      replaceDelivery(order, delivery, { ...delivery, address: next }),
    );
  },
  all: order => deliveriesOf(order).map(({ address }) => address?.custom),
};

/** Returns the change that sets the deliveries. Only an order with shippingInfo has deliveries (DELIV006). */
const setDeliveries = ({ shippingInfo }: Order, deliveries: Delivery[]): Partial<Order> => {
  assertDeliveryKeys(deliveries);
  return { shippingInfo: { ...required(shippingInfo, 'the shippingInfo of an order with deliveries'), deliveries } };
};

/** Returns the messages about a new delivery and each of its parcels (DELIV008, DELIV009). */
const messagesOf = (delivery: Delivery): MessageOf<Order>[] => [
  { type: 'DeliveryAdded', delivery },
  ...delivery.parcels.map(parcel => ({ type: 'ParcelAddedToDelivery' as const, delivery, parcel })),
];
