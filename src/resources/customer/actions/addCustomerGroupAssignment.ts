import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { toGroupAssignment } from '../groupAssignments.js';
import { type Customer, GroupAssignmentDraft, groupsMax } from '../members.js';

export const addCustomerGroupAssignment: Action<Customer> = action(
  { customerGroupAssignment: GroupAssignmentDraft },
  ({ customerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignment = toGroupAssignment(payload.customerGroupAssignment, context);
    if (customerGroupAssignments.some(each => sameValue(each, customerGroupAssignment))) return unchanged;
    if (customerGroupAssignments.length >= groupsMax)
      throw fail('InvalidOperation', {
        message: `The customer is assigned to ${customerGroupAssignments.length} groups, which is the most.`,
      });
    return {
      set: { customerGroupAssignments: [...customerGroupAssignments, customerGroupAssignment] },
      messages: [{ type: 'CustomerGroupAssignmentAdded', customerGroupAssignment }],
    };
  },
);
