import { fail } from '../../errors/ApiError.js';
import { type Address, AddressDraft } from '../../schema/address.js';
import type { Order } from '../order/members.js';
import type { Cart } from './cartMembers.js';

export const keyOf = ({ key }: AddressDraft): string => {
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

export const addressKeysOf = ({ itemShippingAddresses }: Pick<Cart, 'itemShippingAddresses'>): ReadonlySet<string> =>
  new Set(itemShippingAddresses.flatMap(({ key }) => (key === undefined ? [] : [key])));
