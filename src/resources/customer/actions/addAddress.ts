import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { AddressDraft } from '../../../schema/address.js';
import { assertUniqueKeys } from '../../shared/listElements.js';
import { storedAddresses, toStoredAddress } from '../addresses.js';
import { addressesMax, type Customer } from '../members.js';

/** Adds an address with a new id (CUST060). */
export const addAddress: Action<Customer> = action(
  { address: AddressDraft },
  (customer: Customer, { address: draft }, context) => {
    const address = toStoredAddress(draft, context.newId(), context);
    if (customer.addresses.length >= addressesMax)
      throw fail('InvalidOperation', { message: `The customer has ${addressesMax} addresses, which is the most.` });
    const addresses = [...storedAddresses(customer), address];
    assertUniqueKeys(addresses, 'address.key');
    return { set: { addresses }, messages: [{ type: 'CustomerAddressAdded', address }] };
  },
);
