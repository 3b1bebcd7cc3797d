import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { type Address, AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../../shared/addressOf.js';
import { Text } from '../../../schema/primitives.js';
import type { Order } from '../members.js';
import { replaceElement, removeElement } from '../../shared/listElements.js';

const keyOf = ({ key }: AddressDraft): string => {
  if (key === undefined)
    throw fail('RequiredField', {
      field: 'address.key',
      expected: 'a key that the shipping details of items refer to',
    });
  return key;
};

/** The address that an action names by its key. */
export const findItemShippingAddress = ({ itemShippingAddresses }: Order, key: string): Address => {
  const found = itemShippingAddresses.find(address => address.key === key);
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `There is no itemShippingAddress with key '${key}'; known: ${itemShippingAddresses.map(address => address.key).join(', ') || 'none'}.`,
    });
  return found;
};

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

/** OACT095 */
export const updateItemShippingAddress: Action<Order> = action(
  { address: AddressDraft },
  (order: Order, { address: draft }, context) => {
    const old = findItemShippingAddress(order, keyOf(draft));
    const address = addressOf(draft, context)!;
    return sameValue(old, address)
      ? unchanged
      : { set: { itemShippingAddresses: replaceElement(order.itemShippingAddresses, old, address) } };
  },
);

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
