import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { type ItemKind, itemNames, findItem, replaceItem } from '../items.js';
import { addressKeysOf } from '../itemShippingAddresses.js';
import type { Basket } from '../basketMembers.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shippingDetails.js';

/** Distributes the pieces of an item over the itemShippingAddresses (OACT088, OACT089). */
export const setItemShippingDetails = (kind: ItemKind): Action<Basket> =>
  action(
    { ...itemNames(kind), shippingDetails: Optional(ShippingDetailsDraft) },
    (basket: Basket, { shippingDetails: draft, ...names }) => {
      const item = findItem(basket, kind, names);
      const shippingDetails = shippingDetailsOf(draft, item.quantity, addressKeysOf(basket));
      return sameValue(item.shippingDetails, shippingDetails)
        ? unchanged
        : { set: replaceItem(basket, kind, item, { ...item, shippingDetails }) };
    },
  );
