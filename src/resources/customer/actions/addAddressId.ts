import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { addressNames, lists, pickAddress, type Role } from '../addresses.js';
import type { Customer } from '../members.js';

/** CUST065, CUST067 */
export const addAddressId = (role: Role): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = pickAddress(customer, names);
    const ids = customer[lists[role]];
    if (ids.includes(address.id)) return unchanged;
    return {
      set: { [lists[role]]: [...ids, address.id] } as Partial<Customer>,
      messages: [{ type: `Customer${role}AddressAdded`, address }],
    };
  });
