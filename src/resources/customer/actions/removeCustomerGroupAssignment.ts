import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { toGroupAssignment } from '../groupAssignments.js';
import type { Customer } from '../members.js';

export const removeCustomerGroupAssignment: Action<Customer> = action(
  { customerGroup: ResourceIdentifier('customer-group') },
  ({ customerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignment = toGroupAssignment(payload, context);
    const others = customerGroupAssignments.filter(each => !sameValue(each, customerGroupAssignment));
    if (others.length === customerGroupAssignments.length)
      throw fail('InvalidOperation', {
        message: `The customer is not assigned to the group '${customerGroupAssignment.customerGroup.id}'.`,
      });
    return {
      set: { customerGroupAssignments: others },
      messages: [{ type: 'CustomerGroupAssignmentRemoved', customerGroupAssignment }],
    };
  },
);
