/** The States of the pieces of an item. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { List, Quantity, Shape } from '../../schema/primitives.js';
import { Reference, type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';
import type { WorkflowState } from './workflowState.js';

export const ItemState = Shape({ quantity: Quantity, state: Reference('state') });
export const ItemStateDraft = Shape({ quantity: Quantity, state: ResourceIdentifier('state', { load: true }) });

export const ItemStates = List(ItemState);
export const ItemStateDrafts = List(ItemStateDraft);

export type ItemStates = Static<typeof ItemStates>;
type ItemStateDrafts = Static<typeof ItemStateDrafts>;

/** The initial State of all items (STATE025). */
export const initialItemState = { typeId: 'state', key: 'Initial' } as const;

export const assertItemState = ({ type, key }: WorkflowState): void => {
  if (type !== 'LineItemState')
    throw fail('InvalidOperation', {
      message: `Items have States of type LineItemState; '${key}' has the type ${type}.`,
    });
};

/** Merges entries of the same State. */
const mergeItemStates = (states: ItemStates): ItemStates => {
  const sums = new Map<string, ItemStates[number]>();
  for (const { quantity, state } of states)
    sums.set(state.id, { quantity: quantity + (sums.get(state.id)?.quantity ?? 0), state });
  return [...sums.values()];
};

/** The number of pieces in a State. */
export const piecesInState = (states: ItemStates, { id }: ReferenceValue<'state'>): number =>
  mergeItemStates(states).find(each => each.state.id === id)?.quantity ?? 0;

/**
 * The States of a draft, which must add up to the quantity of the item (STATE028). Without a draft all pieces are in
 * the initial State.
 */
export const itemStatesOf = (drafts: ItemStateDrafts | undefined, quantity: number, context: Context): ItemStates => {
  if (drafts === undefined) return [{ quantity, state: context.reference('state', initialItemState) }];
  const sum = drafts.reduce((total, item) => total + item.quantity, 0);
  if (sum !== quantity)
    throw fail('InvalidInput', {
      message: `The quantities of the item states add up to ${sum}; expected ${quantity}, the quantity of the item.`,
    });
  return mergeItemStates(
    drafts.map(item => {
      assertItemState(context.load<WorkflowState>('state', item.state));
      return { quantity: item.quantity, state: context.reference('state', item.state) };
    }),
  );
};

/** Moves pieces from one State to another. A State without pieces is removed. */
export const moveItemState = (
  states: ItemStates,
  quantity: number,
  from: ReferenceValue<'state'>,
  to: ReferenceValue<'state'>,
): ItemStates =>
  mergeItemStates([
    ...mergeItemStates(states).map(each =>
      each.state.id === from.id ? { ...each, quantity: each.quantity - quantity } : each,
    ),
    { quantity, state: to },
  ]).filter(each => each.quantity > 0);
