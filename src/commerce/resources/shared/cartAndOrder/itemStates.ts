/** The States that the pieces of an item are in. */
import { Named } from '../../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import { invalidInput, invalidOperation, invalidField } from '../../../../base/errors/ApiError.js';
import type { Context } from '../../../../engine/define/Context.js';
import { Integer, List, Shape } from '../../../../engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../../../engine/schema/reference.js';
import type { WorkflowState } from '../workflow.js';

const ItemState = Named('ItemState', Shape({ quantity: Integer, state: Reference('state') }));
const ItemStateDraft = Named(
  'ItemStateDraft',
  Shape({ quantity: Integer, state: ResourceIdentifier('state', { load: true }) }),
  { input: 'ItemStateDraftType' },
);
export const ItemStates = List(ItemState);
export type ItemStates = Static<typeof ItemStates>;
export const ItemStateDrafts = List(ItemStateDraft);
export type ItemStateDrafts = Static<typeof ItemStateDrafts>;

/** The initial State of all items (STATE025). */
export const initialItemState = { typeId: 'state', key: 'Initial' } as const;

/**
 * The States of a draft, which must add up to the quantity of the item (STATE028). Without a draft all pieces are in
 * the initial State.
 */
export const itemStatesOf = (drafts: ItemStateDrafts | undefined, quantity: number, context: Context): ItemStates => {
  if (drafts === undefined) return [{ quantity, state: context.reference('state', initialItemState) }];
  for (const draft of drafts) assertPiecesOf(quantity, draft.quantity, 'state.quantity');
  const sum = drafts.reduce((total, item) => total + item.quantity, 0);
  if (sum !== quantity)
    throw invalidInput(
      `The quantities of the item states add up to ${sum}; expected ${quantity}, the quantity of the item.`,
    );
  return mergeItemStates(
    drafts.map(item => {
      assertItemState(context.load<WorkflowState>('state', item.state));
      return { quantity: item.quantity, state: context.reference('state', item.state) };
    }),
  );
};

/** Refuses a number of pieces that is no part of those of an item, which are negative in some imported orders. */
export const assertPiecesOf = (itemQuantity: number, quantity: number, field: string): void => {
  if (Math.sign(quantity) !== Math.sign(itemQuantity))
    throw invalidField(field, quantity, `Expected ${itemQuantity < 0 ? 'a negative' : 'a positive'} number of pieces.`);
};

/** Refuses a State that is not for items. */
export const assertItemState = ({ type, key }: WorkflowState): void => {
  if (type !== 'LineItemState')
    throw invalidOperation(`Items have States of type LineItemState; '${key}' has the type ${type}.`);
};

/** Merges entries of the same State. */
export const mergeItemStates = (states: ItemStates): ItemStates => {
  const sums = new Map<string, ItemStates[number]>();
  for (const { quantity, state } of states)
    sums.set(state.id, { quantity: quantity + (sums.get(state.id)?.quantity ?? 0), state });
  return [...sums.values()];
};
