import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../../shared/addressOf.js';
import { Optional } from '../../../schema/primitives.js';
import { deliveryNames, findDelivery, replaceDelivery } from '../deliveries.js';
import type { Order } from '../members.js';

/** Sets or removes the address of a delivery (OACT028 to OACT030). */
export const setDeliveryAddress: Action<Order> = action(
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
