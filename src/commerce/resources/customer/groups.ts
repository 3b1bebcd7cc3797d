import type { Static } from '@sinclair/typebox';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type Action, unchanged, action, setFrom } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { type Customer, GroupAssignmentDraft, GroupAssignmentDrafts, groupsMax } from './members.js';

/** Sets or removes the customer group, which prices depend on (CUST069). */
export const setCustomerGroup: Action<Customer> = setFrom(
  'customerGroup',
  Optional(ResourceIdentifier('customer-group')),
  (group, context) => group && context.reference('customer-group', group),
  (_, customerGroup) => ({ type: 'CustomerGroupSet', customerGroup }),
);

export const addCustomerGroupAssignment: Action<Customer> = action(
  { customerGroupAssignment: GroupAssignmentDraft },
  ({ customerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignment = toGroupAssignment(payload.customerGroupAssignment, context);
    if (customerGroupAssignments.some(each => sameValue(each, customerGroupAssignment))) return unchanged;
    if (customerGroupAssignments.length >= groupsMax)
      throw invalidOperation(
        `The customer is assigned to ${customerGroupAssignments.length} groups, which is the most.`,
      );
    return {
      set: { customerGroupAssignments: [...customerGroupAssignments, customerGroupAssignment] },
      messages: [{ type: 'CustomerGroupAssignmentAdded', customerGroupAssignment }],
    };
  },
);

export const removeCustomerGroupAssignment: Action<Customer> = action(
  { customerGroup: ResourceIdentifier('customer-group') },
  ({ customerGroupAssignments }: Customer, payload, context) => {
    const customerGroupAssignment = toGroupAssignment(payload, context);
    const others = customerGroupAssignments.filter(each => !sameValue(each, customerGroupAssignment));
    if (others.length === customerGroupAssignments.length)
      throw invalidOperation(
        `The customer is not assigned to the group '${customerGroupAssignment.customerGroup.id}'.`,
      );
    return {
      set: { customerGroupAssignments: others },
      messages: [{ type: 'CustomerGroupAssignmentRemoved', customerGroupAssignment }],
    };
  },
);

type Assignments = Customer['customerGroupAssignments'];

/** Converts drafts to assignments, without duplicate groups. */
export const toGroupAssignments = (
  drafts: readonly Static<typeof GroupAssignmentDraft>[],
  context: Context,
): Assignments => [
  ...new Map(
    drafts.map(draft => toGroupAssignment(draft, context)).map(assignment => [assignment.customerGroup.id, assignment]),
  ).values(),
];

const toGroupAssignment = (
  { customerGroup }: Static<typeof GroupAssignmentDraft>,
  context: Context,
): Assignments[number] => ({ customerGroup: context.reference('customer-group', customerGroup) });

export const setCustomerGroupAssignments: Action<Customer> = setFrom(
  'customerGroupAssignments',
  GroupAssignmentDrafts,
  toGroupAssignments,
  'CustomerGroupAssignmentsSet',
);
