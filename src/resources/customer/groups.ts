import type { Static } from '@sinclair/typebox';
import { action } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action } from '../../engine/define/Action.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { Optional } from '../../schema/primitives.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { type Customer, GroupAssignmentDraft, GroupAssignmentDrafts } from './members.js';

type Assignments = Customer['customerGroupAssignments'];

const assignmentOf = (
  { customerGroup }: Static<typeof GroupAssignmentDraft>,
  context: Context,
): Assignments[number] => ({ customerGroup: context.reference('customer-group', customerGroup) });

/** Each group once. */
export const groupAssignmentsOf = (
  drafts: readonly Static<typeof GroupAssignmentDraft>[],
  context: Context,
): Assignments => [
  ...new Map(
    drafts.map(draft => assignmentOf(draft, context)).map(assignment => [assignment.customerGroup.id, assignment]),
  ).values(),
];

/** CUST069 */
export const setCustomerGroup: Action<Customer> = action(
  { customerGroup: Optional(ResourceIdentifier('customer-group')) },
  (customer: Customer, payload, context) => {
    const customerGroup = payload.customerGroup && context.reference('customer-group', payload.customerGroup);
    if (sameValue(customer.customerGroup, customerGroup)) return unchanged;
    return { set: { customerGroup }, messages: [{ type: 'CustomerGroupSet', customerGroup }] };
  },
);

export const addCustomerGroupAssignment: Action<Customer> = action(
  { customerGroupAssignment: GroupAssignmentDraft },
  ({ customerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignment = assignmentOf(payload.customerGroupAssignment, context);
    if (customerGroupAssignments.some(each => sameValue(each, customerGroupAssignment))) return unchanged;
    if (customerGroupAssignments.length >= GroupAssignmentDrafts.maxItems!)
      throw fail('InvalidOperation', {
        message: `The customer is assigned to ${customerGroupAssignments.length} groups; expected no more.`,
      });
    return {
      set: { customerGroupAssignments: [...customerGroupAssignments, customerGroupAssignment] },
      messages: [{ type: 'CustomerGroupAssignmentAdded', customerGroupAssignment }],
    };
  },
);

export const removeCustomerGroupAssignment: Action<Customer> = action(
  { customerGroup: ResourceIdentifier('customer-group') },
  ({ customerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignment = assignmentOf(payload, context);
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

export const setCustomerGroupAssignments: Action<Customer> = action(
  { customerGroupAssignments: GroupAssignmentDrafts },
  ({ customerGroupAssignments: oldCustomerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignments = groupAssignmentsOf(payload.customerGroupAssignments, context);
    if (sameValue(oldCustomerGroupAssignments, customerGroupAssignments)) return unchanged;
    return {
      set: { customerGroupAssignments },
      messages: [{ type: 'CustomerGroupAssignmentsSet', customerGroupAssignments, oldCustomerGroupAssignments }],
    };
  },
);
