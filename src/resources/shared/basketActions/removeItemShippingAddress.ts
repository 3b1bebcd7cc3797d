import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Text } from '../../../schema/primitives.js';
import type { Order } from '../../order/members.js';
import { removeElement } from '../listElements.js';
import { findItemShippingAddress } from '../itemShippingAddresses.js';

/** OACT093, OACT094 */
export const removeItemShippingAddress: Action<Order> = action({ addressKey: Text }, (order: Order, { addressKey }) => {
  const old = findItemShippingAddress(order, addressKey);
  const holder = [...order.lineItems, ...order.customLineItems].find(({ shippingDetails }) =>
    shippingDetails?.targets.some(target => target.addressKey === addressKey),
  );
  if (holder !== undefined)
    throw fail('InvalidOperation', {
      message: `The itemShippingAddress '${addressKey}' cannot be removed: the shipping details of the item '${holder.id}' refer to it.`,
    });
  return { set: { itemShippingAddresses: removeElement(order.itemShippingAddresses, old) } };
});
