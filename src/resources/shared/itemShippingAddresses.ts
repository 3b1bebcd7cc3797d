/** The addresses that the shipping details of items refer to by key. */
import { fail } from '../../errors/ApiError.js';
import type { Address, AddressDraft } from '../../schema/address.js';
import type { Basket } from './basketMembers.js';

type AddressHolder = Pick<Basket, 'itemShippingAddresses'>;

export const requireAddressKey = ({ key }: AddressDraft, field = 'address.key'): string => {
  if (key === undefined)
    throw fail('RequiredField', { field, expected: 'a key that the shipping details of items refer to' });
  return key;
};

/** The address with a key. */
export const findItemShippingAddress = ({ itemShippingAddresses }: AddressHolder, key: string): Address => {
  const found = itemShippingAddresses.find(address => address.key === key);
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `There is no itemShippingAddress with key '${key}'; known: ${itemShippingAddresses.map(address => address.key).join(', ') || 'none'}.`,
    });
  return found;
};

export const addressKeysOf = ({ itemShippingAddresses }: AddressHolder): ReadonlySet<string> =>
  new Set(itemShippingAddresses.flatMap(({ key }) => (key === undefined ? [] : [key])));
