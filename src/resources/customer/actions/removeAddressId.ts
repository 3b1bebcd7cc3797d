import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { addressNames, addressIdLists, findCustomerAddress, type AddressRole, withoutRole } from '../addresses.js';
import type { Customer } from '../members.js';

/** Removes an address from the shipping or billing addresses, and as their default (CUST066, CUST068). */
export const removeAddressId = (role: AddressRole): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = findCustomerAddress(customer, names);
    if (!customer[addressIdLists[role]].includes(address.id))
      throw fail('InvalidOperation', {
        message: `The address '${address.id}' is not one of the customer's ${addressIdLists[role]}.`,
      });
    return {
      set: withoutRole(customer, role, address.id),
      messages: [{ type: `Customer${role}AddressRemoved`, address }],
    };
  });
