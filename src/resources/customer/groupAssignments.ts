import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { type Customer, GroupAssignmentDraft } from './members.js';

type Assignments = Customer['customerGroupAssignments'];

export const toGroupAssignment = (
  { customerGroup }: Static<typeof GroupAssignmentDraft>,
  context: Context,
): Assignments[number] => ({ customerGroup: context.reference('customer-group', customerGroup) });

/** Converts drafts to assignments, without duplicate groups. */
export const toGroupAssignments = (
  drafts: readonly Static<typeof GroupAssignmentDraft>[],
  context: Context,
): Assignments => [
  ...new Map(
    drafts.map(draft => toGroupAssignment(draft, context)).map(assignment => [assignment.customerGroup.id, assignment]),
  ).values(),
];
