import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Text } from '../../../schema/primitives.js';
import type { Basket } from '../basketMembers.js';
import { removeElement } from '../listElements.js';
import { findItemShippingAddress } from '../itemShippingAddresses.js';

/** Removes an address that no shipping details refer to (OACT093, OACT094). */
export const removeItemShippingAddress: Action<Basket> = action(
  { addressKey: Text },
  (basket: Basket, { addressKey }) => {
    const old = findItemShippingAddress(basket, addressKey);
    const holder = [...basket.lineItems, ...basket.customLineItems].find(({ shippingDetails }) =>
      shippingDetails?.targets.some(target => target.addressKey === addressKey),
    );
    if (holder !== undefined)
      throw fail('InvalidOperation', {
        message: `The itemShippingAddress '${addressKey}' cannot be removed: the shipping details of the item '${holder.id}' refer to it.`,
      });
    return { set: { itemShippingAddresses: removeElement(basket.itemShippingAddresses, old) } };
  },
);
