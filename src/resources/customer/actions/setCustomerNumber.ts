import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import { Optional, Text } from '../../../schema/primitives.js';
import type { Customer } from '../members.js';

export const setCustomerNumber: Action<Customer> = action(
  { customerNumber: Optional(Text) },
  (customer: Customer, { customerNumber }) => {
    if (customerNumber === customer.customerNumber) return unchanged;
    if (customer.customerNumber !== undefined)
      throw fail('InvalidOperation', {
        message: `The customerNumber '${customer.customerNumber}' cannot be changed once it is set.`,
      });
    return { set: { customerNumber } };
  },
);
