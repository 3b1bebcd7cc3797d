import type { Context } from '../../engine/context.js';
import { fail } from '../../errors.js';
import type { State } from '../state/index.js';
import type { Identifier, ReferenceValue } from '../types/reference.js';

/** The three meanings of `transitions`: unset allows any, an empty list none, else the listed ones (STATE035 to STATE040). */
export const assertTransition = ({ transitions, key }: State, target: State): void => {
  if (transitions === undefined || transitions.some(({ id }) => id === target.id)) return;
  const ways = transitions.length === 0 ? 'it is final' : `it allows ${transitions.map(({ id }) => id).join(', ')}`;
  throw fail('InvalidOperation', { message: `The State '${key}' has no transition to '${target.key}' (${target.id}); ${ways}.` });
};

/** The reference to a State of an order's workflow; States of other types are refused (STATE019). */
export const workflowStateOf = (identifier: Identifier, context: Context): ReferenceValue<'state'> => {
  const { type, key } = context.load<State>('state', identifier);
  if (type !== 'OrderState')
    throw fail('InvalidOperation', { message: `Orders have States of type OrderState; '${key}' has the type ${type}.` });
  return context.reference('state', identifier);
};
