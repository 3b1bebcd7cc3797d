import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import { fail } from '../../errors.js';
import type { State } from '../state/index.js';
import { List, Quantity, Shape } from '../types/basic.js';
import { Reference, ResourceIdentifier } from '../types/reference.js';

export const ItemState = Shape({ quantity: Quantity, state: Reference('state') });
export const ItemStateDraft = Shape({ quantity: Quantity, state: ResourceIdentifier('state', { load: true }) });

/** The state that every item begins with (STATE025). */
export const initialItemState = { typeId: 'state', key: 'Initial' } as const;

/** What an item's pieces are in: those given, which must add up to its quantity (STATE028), else all in the initial state. */
export const itemStatesOf = (states: readonly Static<typeof ItemStateDraft>[] | undefined, quantity: number, context: Context): Static<typeof ItemState>[] => {
  if (states === undefined || states.length === 0) return [{ quantity, state: context.reference('state', initialItemState) }];
  const sum = states.reduce((total, item) => total + item.quantity, 0);
  if (sum !== quantity)
    throw fail('InvalidInput', { message: `The quantities of the item states add up to ${sum}; expected ${quantity}, the quantity of the item.` });
  return states.map(item => {
    const { type, key } = context.load<State>('state', item.state);
    if (type !== 'LineItemState')
      throw fail('InvalidOperation', { message: `Items have States of type LineItemState; '${key}' has the type ${type}.` });
    return { quantity: item.quantity, state: context.reference('state', item.state) };
  });
};

export const ItemStates = List(ItemState);
export const ItemStateDrafts = List(ItemStateDraft);
