import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Customer } from '../members.js';

/** Sets or removes the customer group, which prices depend on (CUST069). */
export const setCustomerGroup: Action<Customer> = action(
  { customerGroup: Optional(ResourceIdentifier('customer-group')) },
  (customer: Customer, payload, context) => {
    const customerGroup = payload.customerGroup && context.reference('customer-group', payload.customerGroup);
    if (sameValue(customer.customerGroup, customerGroup)) return unchanged;
    return { set: { customerGroup }, messages: [{ type: 'CustomerGroupSet', customerGroup }] };
  },
);
