import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { addressNames, addressIdLists, findCustomerAddress, type AddressRole } from '../addresses.js';
import type { Customer } from '../members.js';

/** Adds an address to the shipping or billing addresses (CUST065, CUST067). */
export const addAddressId = (role: AddressRole): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = findCustomerAddress(customer, names);
    const ids = customer[addressIdLists[role]];
    if (ids.includes(address.id)) return unchanged;
    return {
      set: { [addressIdLists[role]]: [...ids, address.id] } as Partial<Customer>,
      messages: [{ type: `Customer${role}AddressAdded`, address }],
    };
  });
