import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { addressNames, defaults, lists, pickAddress, type Role } from '../addresses.js';
import type { Customer } from '../members.js';

/** CUST063, CUST064: without an address there is no default any more. */
export const setDefaultAddress = (role: Role): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address =
      names.addressId === undefined && names.addressKey === undefined ? undefined : pickAddress(customer, names);
    if (customer[defaults[role]] === address?.id) return unchanged;
    const ids = customer[lists[role]];
    return {
      set: {
        [defaults[role]]: address?.id,
        ...(address !== undefined && !ids.includes(address.id) && { [lists[role]]: [...ids, address.id] }),
      } as Partial<Customer>,
      messages: [{ type: `CustomerDefault${role}AddressSet`, address }],
    };
  });
