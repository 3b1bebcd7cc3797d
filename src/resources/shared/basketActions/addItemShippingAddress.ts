import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import type { Order } from '../../order/members.js';
import { keyOf } from '../itemShippingAddresses.js';

/** OACT091, OACT092 */
export const addItemShippingAddress: Action<Order> = action(
  { address: AddressDraft },
  (order: Order, { address }, context) => {
    const key = keyOf(address);
    if (order.itemShippingAddresses.some(each => each.key === key))
      throw fail('DuplicateField', { field: 'address.key', duplicateValue: key });
    return { set: { itemShippingAddresses: [...order.itemShippingAddresses, addressOf(address, context)!] } };
  },
);
