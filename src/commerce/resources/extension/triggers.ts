import type { Static } from '@sinclair/typebox';
import type { ResourceSchema } from '../../../engine/define/ResourceSchema.js';
import { FieldScope, type ProjectName } from '../../../engine/query/predicate/FieldScope.js';
import type { Predicate } from '../../../engine/query/predicate/Predicate.js';
import { parsePredicate } from '../../../engine/query/predicate/parsePredicate.js';
import { withoutParameter } from '../../../engine/query/predicate/predicateLimits.js';
import { ApiError, fail } from '../../../base/errors/ApiError.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import { List, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';

/** The resource types that an extension may name, also those that this server does not have. */
export const extensibleTypeIds = [
  'business-unit',
  'cart',
  'customer',
  'customer-group',
  'order',
  'payment',
  'payment-method',
  'quote',
  'quote-request',
  'shopping-list',
  'staged-quote',
] as const;

const actionsMax = 10;
const triggersMax = 100;

const TriggerAction = Named('ExtensionAction', OneOf(['Create', 'Update']), {
  type: 'ActionType',
  input: 'ActionType',
});
const Trigger = Named(
  'ExtensionTrigger',
  Shape({
    resourceTypeId: OneOf(extensibleTypeIds),
    actions: { ...List(TriggerAction, actionsMax), minItems: 1 },
    condition: Optional(Text),
  }),
  { type: 'Trigger', input: 'TriggerInput' },
);
export const Triggers = { ...List(Trigger, triggersMax), minItems: 1 };

export type Trigger = Static<typeof Trigger>;

const noVariables: ReadonlyMap<string, string> = new Map();

/** A condition, and the names in it that the project must declare. */
interface ParsedCondition {
  readonly predicate: Predicate;
  readonly projectNames: readonly ProjectName[];
}

/**
 * Parses a condition, which is a query predicate without variables. With the resource type it may name only fields that
 * a resource can have.
 */
export const parseCondition = (condition: string, resourceType?: ResourceSchema): ParsedCondition => {
  const projectNames: ProjectName[] = [];
  const fields = resourceType && new FieldScope('where', condition, resourceType.fieldShape(), projectNames);
  return { predicate: parsePredicate(condition, noVariables, fields), projectNames };
};

/** Returns the error for the condition of the trigger at an index. */
export const conditionError = (error: unknown, index: number): unknown => {
  if (!(error instanceof ApiError)) return error;
  const [{ code }] = error.entries;
  return code === 'ServiceUnavailable'
    ? error
    : fail(code, { message: `Malformed field 'triggers[${index}].condition': ${withoutParameter(error.message)}` });
};

const assertConditionParses = ({ condition }: Trigger, index: number): void => {
  try {
    if (condition !== undefined) parseCondition(condition);
  } catch (error) {
    throw conditionError(error, index);
  }
};

/** Checks the conditions of triggers and removes duplicate actions. */
export const toTriggers = (given: readonly Trigger[]): Trigger[] => {
  const errors = new PhaseErrors();
  for (const [index, trigger] of given.entries()) errors.check(() => assertConditionParses(trigger, index));
  errors.throwIfAny();
  return given.map(trigger => ({ ...trigger, actions: [...new Set(trigger.actions)] }));
};
