import { required } from '../../errors/required.js';
import type { Static } from '@sinclair/typebox';
import { parsePredicate } from '../../engine/query/predicate/parsePredicate.js';
import { ApiError, fail } from '../../errors/ApiError.js';
import { List, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';

/** The resource types that an extension may name, supported here or not. */
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

const Trigger = Shape({
  resourceTypeId: OneOf(extensibleTypeIds),
  actions: { ...List(OneOf(['Create', 'Update']), actionsMax), minItems: 1 },
  condition: Optional(Text),
});
export const Triggers = { ...List(Trigger, triggersMax), minItems: 1 };

export type Trigger = Static<typeof Trigger>;

const noVariables: ReadonlyMap<string, string> = new Map();

/** Parses a condition, which is a query predicate without variables. */
export const parseCondition = (condition: string) => parsePredicate(condition, noVariables);

const syntaxMessage = (error: ApiError): string =>
  error.message.replace(/^Malformed parameter: where: Syntax error while parsing 'where'\. /, '');

const assertConditionParses = ({ condition }: Trigger, index: number): void => {
  if (condition === undefined) return;
  try {
    parseCondition(condition);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw fail(required(error.entries[0], 'an error entry').code, {
      message: `Malformed field 'triggers[${index}].condition': ${syntaxMessage(error)}`,
    });
  }
};

/** Checks the conditions of triggers and removes duplicate actions. */
export const toTriggers = (given: readonly Trigger[]): Trigger[] => {
  given.forEach(assertConditionParses);
  return given.map(trigger => ({ ...trigger, actions: [...new Set(trigger.actions)] }));
};
