import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import type { Basket } from '../basketMembers.js';
import { requireAddressKey } from '../itemShippingAddresses.js';

/** Adds an address under a key that no other address has (OACT091, OACT092). */
export const addItemShippingAddress: Action<Basket> = action(
  { address: AddressDraft },
  (basket: Basket, { address }, context) => {
    const key = requireAddressKey(address);
    if (basket.itemShippingAddresses.some(each => each.key === key))
      throw fail('DuplicateField', { field: 'address.key', duplicateValue: key });
    return { set: { itemShippingAddresses: [...basket.itemShippingAddresses, addressOf(address, context)] } };
  },
);
