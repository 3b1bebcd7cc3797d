import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { removeElement } from '../../shared/listElements.js';
import { addressNames, storedAddresses, findCustomerAddress, addressRoles, withoutRole } from '../addresses.js';
import type { Customer } from '../members.js';

/** Removes an address, also from the default ids and id lists (CUST062). */
export const removeAddress: Action<Customer> = action(addressNames, (customer: Customer, names) => {
  const address = findCustomerAddress(customer, names);
  return {
    set: {
      addresses: removeElement(storedAddresses(customer), address),
      ...withoutRole(customer, 'Shipping', address.id),
      ...withoutRole(customer, 'Billing', address.id),
    },
    messages: [{ type: 'CustomerAddressRemoved', address, addressRoles: addressRoles(customer, address.id) }],
  };
});
