import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import type { Basket } from '../basketMembers.js';
import { replaceElement } from '../listElements.js';
import { findItemShippingAddress, requireAddressKey } from '../itemShippingAddresses.js';

/** Replaces the address with the same key (OACT095). */
export const updateItemShippingAddress: Action<Basket> = action(
  { address: AddressDraft },
  (basket: Basket, { address: draft }, context) => {
    const old = findItemShippingAddress(basket, requireAddressKey(draft));
    const address = addressOf(draft, context);
    return sameValue(old, address)
      ? unchanged
      : { set: { itemShippingAddresses: replaceElement(basket.itemShippingAddresses, old, address) } };
  },
);
