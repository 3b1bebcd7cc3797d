import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { type ItemKind, itemNames, findItem, replaceItem } from '../items.js';
import type { Order } from '../../order/members.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shippingDetails.js';

/** How the pieces of an item spread over the order's itemShippingAddresses (OACT088, OACT089). */
export const setItemShippingDetails = (kind: ItemKind): Action<Order> =>
  action(
    { ...itemNames(kind), shippingDetails: Optional(ShippingDetailsDraft) },
    (order: Order, { shippingDetails: draft, ...names }) => {
      const item = findItem(order, kind, names);
      const addressKeys = new Set(order.itemShippingAddresses.flatMap(({ key }) => (key === undefined ? [] : [key])));
      const shippingDetails = shippingDetailsOf(draft, item.quantity, addressKeys);
      return sameValue(item.shippingDetails, shippingDetails)
        ? unchanged
        : { set: replaceItem(order, kind, item, { ...item, shippingDetails }) };
    },
  );
