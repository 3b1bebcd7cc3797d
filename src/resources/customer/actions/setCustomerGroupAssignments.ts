import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { toGroupAssignments } from '../groupAssignments.js';
import { type Customer, GroupAssignmentDrafts } from '../members.js';

export const setCustomerGroupAssignments: Action<Customer> = action(
  { customerGroupAssignments: GroupAssignmentDrafts },
  ({ customerGroupAssignments: oldCustomerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignments = toGroupAssignments(payload.customerGroupAssignments, context);
    if (sameValue(oldCustomerGroupAssignments, customerGroupAssignments)) return unchanged;
    return {
      set: { customerGroupAssignments },
      messages: [{ type: 'CustomerGroupAssignmentsSet', customerGroupAssignments, oldCustomerGroupAssignments }],
    };
  },
);
