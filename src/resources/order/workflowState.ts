import type { Context } from '../../engine/context.js';
import { fail } from '../../errors.js';
import type { State } from '../state/index.js';
import type { Identifier, ReferenceValue } from '../types/reference.js';

/** The reference to a State of an order's workflow; States of other types are refused (STATE019). */
export const workflowStateOf = (identifier: Identifier, context: Context): ReferenceValue<'state'> => {
  const { type, key } = context.load<State>('state', identifier);
  if (type !== 'OrderState')
    throw fail('InvalidOperation', { message: `Orders have States of type OrderState; '${key}' has the type ${type}.` });
  return context.reference('state', identifier);
};
