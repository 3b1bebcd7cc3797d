import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import type { Basket } from '../basketMembers.js';
import { replaceElement } from '../listElements.js';
import { findItemShippingAddress, keyOf } from '../itemShippingAddresses.js';

/** OACT095 */
export const updateItemShippingAddress: Action<Basket> = action(
  { address: AddressDraft },
  (basket: Basket, { address: draft }, context) => {
    const old = findItemShippingAddress(basket, keyOf(draft));
    const address = addressOf(draft, context)!;
    return sameValue(old, address)
      ? unchanged
      : { set: { itemShippingAddresses: replaceElement(basket.itemShippingAddresses, old, address) } };
  },
);
