import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { State } from '../state/index.js';
import { List, Quantity, Shape } from '../../schema/primitives.js';
import { Reference, type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';

export const ItemState = Shape({ quantity: Quantity, state: Reference('state') });
export const ItemStateDraft = Shape({ quantity: Quantity, state: ResourceIdentifier('state', { load: true }) });

/** The state that every item begins with (STATE025). */
export const initialItemState = { typeId: 'state', key: 'Initial' } as const;

export const assertItemState = ({ type, key }: State): void => {
  if (type !== 'LineItemState')
    throw fail('InvalidOperation', {
      message: `Items have States of type LineItemState; '${key}' has the type ${type}.`,
    });
};

/** One entry a State. */
const mergeItemStates = (states: readonly Static<typeof ItemState>[]): ItemStates => {
  const sums = new Map<string, Static<typeof ItemState>>();
  for (const { quantity, state } of states)
    sums.set(state.id, { quantity: quantity + (sums.get(state.id)?.quantity ?? 0), state });
  return [...sums.values()];
};

/** How many pieces are in a State. */
export const piecesIn = (states: readonly Static<typeof ItemState>[], { id }: ReferenceValue<'state'>): number =>
  mergeItemStates(states).find(each => each.state.id === id)?.quantity ?? 0;

/** What an item's pieces are in: those given, which must add up to its quantity (STATE028), else all in the initial state. */
export const itemStatesOf = (
  states: readonly Static<typeof ItemStateDraft>[] | undefined,
  quantity: number,
  context: Context,
): Static<typeof ItemState>[] => {
  if (states === undefined) return [{ quantity, state: context.reference('state', initialItemState) }];
  const sum = states.reduce((total, item) => total + item.quantity, 0);
  if (sum !== quantity)
    throw fail('InvalidInput', {
      message: `The quantities of the item states add up to ${sum}; expected ${quantity}, the quantity of the item.`,
    });
  return mergeItemStates(
    states.map(item => {
      assertItemState(context.load<State>('state', item.state));
      return { quantity: item.quantity, state: context.reference('state', item.state) };
    }),
  );
};

/** `quantity` pieces moved from one State to another; a State without pieces is left out. */
export const moveItemState = (
  states: readonly Static<typeof ItemState>[],
  quantity: number,
  from: ReferenceValue<'state'>,
  to: ReferenceValue<'state'>,
): ItemStates => {
  const after = mergeItemStates(states).map(each =>
    each.state.id === from.id ? { ...each, quantity: each.quantity - quantity } : each,
  );
  const target = after.find(each => each.state.id === to.id);
  const reached =
    target === undefined
      ? [...after, { quantity, state: to }]
      : after.map(each => (each === target ? { ...each, quantity: each.quantity + quantity } : each));
  return reached.filter(each => each.quantity > 0);
};

export const ItemStates = List(ItemState);
export type ItemStates = Static<typeof ItemStates>;
export const ItemStateDrafts = List(ItemStateDraft);
