import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import type { MessageDraft } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import { AddressDraft } from '../../../schema/address.js';
import { List, Optional, Text } from '../../../schema/primitives.js';
import { CustomFieldsDraft } from '../../../schema/customFields.js';
import { deliveriesOf, setDeliveries } from '../deliveries.js';
import { type Delivery, DeliveryItems, deliveryOf, ParcelDraft } from '../../shared/delivery.js';
import { assertDeliverable } from '../assertDeliverable.js';
import type { Order } from '../members.js';

/** The messages about a new delivery and each of its parcels (DELIV008, DELIV009). */
const messagesOf = (delivery: Delivery): MessageDraft[] => [
  { type: 'DeliveryAdded', delivery },
  ...delivery.parcels.map(parcel => ({ type: 'ParcelAddedToDelivery', delivery, parcel })),
];

/** Adds a delivery to an order with shippingInfo (DELIV006). */
export const addDelivery: Action<Order> = action(
  {
    deliveryKey: Optional(Text),
    items: Optional(DeliveryItems),
    parcels: Optional(List(ParcelDraft)),
    address: Optional(AddressDraft),
    custom: Optional(CustomFieldsDraft),
  },
  (order: Order, { deliveryKey: key, ...draft }, context) => {
    if (order.shippingInfo === undefined)
      throw fail('InvalidOperation', { message: 'A delivery can only be added to an order with shippingInfo.' });
    const delivery = deliveryOf({ key, ...draft }, context);
    assertDeliverable(order, [...delivery.items, ...delivery.parcels.flatMap(({ items = [] }) => items)]);
    return { set: setDeliveries(order, [...deliveriesOf(order), delivery]), messages: messagesOf(delivery) };
  },
);
