import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import {
  addressNames,
  defaultAddressIds,
  addressIdLists,
  findCustomerAddress,
  type AddressRole,
} from '../addresses.js';
import type { Customer } from '../members.js';

/** Sets the default address, or removes it where the action names no address (CUST063, CUST064). */
export const setDefaultAddress = (role: AddressRole): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address =
      names.addressId === undefined && names.addressKey === undefined
        ? undefined
        : findCustomerAddress(customer, names);
    if (customer[defaultAddressIds[role]] === address?.id) return unchanged;
    const ids = customer[addressIdLists[role]];
    return {
      set: {
        [defaultAddressIds[role]]: address?.id,
        ...(address !== undefined && !ids.includes(address.id) && { [addressIdLists[role]]: [...ids, address.id] }),
      } as Partial<Customer>,
      messages: [{ type: `CustomerDefault${role}AddressSet`, address }],
    };
  });
