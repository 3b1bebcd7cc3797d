import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { State } from '../state/index.js';
import type { Identifier, ReferenceValue } from '../../schema/reference.js';
import { OneOf } from '../../schema/primitives.js';

/** The three meanings of `transitions`: unset allows any, an empty list none, else the listed ones (STATE035 to STATE040). */
export const assertTransition = ({ transitions, key }: State, target: State): void => {
  if (transitions === undefined || transitions.some(({ id }) => id === target.id)) return;
  const ways = transitions.length === 0 ? 'it is final' : `it allows ${transitions.map(({ id }) => id).join(', ')}`;
  throw fail('InvalidOperation', {
    message: `The State '${key}' has no transition to '${target.key}' (${target.id}); ${ways}.`,
  });
};

/** A first State is an initial one; from then on its transitions say where to (OACT035, OACT036). */
export const assertWorkflowTransition = (current: State | undefined, target: State, subject: string): void => {
  if (current !== undefined) return assertTransition(current, target);
  if (!target.initial)
    throw fail('InvalidOperation', {
      message: `${subject} without a State can only move to an initial one; '${target.key}' is not initial.`,
    });
};

/** The reference to a State of a workflow, an order's by default; States of other types are refused (STATE019). */
export const workflowStateOf = (
  identifier: Identifier,
  context: Context,
  expected: State['type'] = 'OrderState',
  nouns = 'Orders',
): ReferenceValue<'state'> => {
  const { type, key } = context.load<State>('state', identifier);
  if (type !== expected)
    throw fail('InvalidOperation', {
      message: `${nouns} have States of type ${expected}; '${key}' has the type ${type}.`,
    });
  return context.reference('state', identifier);
};

/** STATE019 */
export const StateType = OneOf([
  'OrderState',
  'LineItemState',
  'ProductState',
  'ReviewState',
  'PaymentState',
  'QuoteRequestState',
  'StagedQuoteState',
  'QuoteState',
]);
