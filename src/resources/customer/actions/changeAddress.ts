import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { AddressDraft } from '../../../schema/address.js';
import { assertUniqueKeys, replaceElement } from '../../shared/listElements.js';
import { addressNames, storedAddresses, toStoredAddress, findCustomerAddress, addressRoles } from '../addresses.js';
import type { Customer } from '../members.js';

/** Replaces all members of an address but its id (CUST061). */
export const changeAddress: Action<Customer> = action(
  { ...addressNames, address: AddressDraft },
  (customer: Customer, { address: draft, ...names }, context) => {
    const old = findCustomerAddress(customer, names);
    const address = toStoredAddress(draft, old.id, context);
    if (sameValue(old, address)) return unchanged;
    const addresses = replaceElement(storedAddresses(customer), old, address);
    assertUniqueKeys(addresses, 'address.key');
    return {
      set: { addresses },
      messages: [{ type: 'CustomerAddressChanged', address, addressRoles: addressRoles(customer, old.id) }],
    };
  },
);
