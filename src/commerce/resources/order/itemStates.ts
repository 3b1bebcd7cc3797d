/** The actions that move the pieces of items between States (OACT015 to OACT027). */
import { type Action, action, type MessageOf } from '../../../engine/define/actions.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { DateTime, Integer, Optional } from '../../../engine/schema/primitives.js';
import { type ReferenceValue, ResourceIdentifier } from '../../../engine/schema/reference.js';
import {
  findItem,
  type ItemKind,
  itemMessageMembers,
  itemNames,
  replaceItem,
  changeItem,
} from '../shared/cartAndOrder/items.js';
import {
  assertItemState,
  assertPiecesOf,
  ItemStateDrafts,
  ItemStates,
  itemStatesOf,
  mergeItemStates,
} from '../shared/cartAndOrder/itemStates.js';
import { assertTransition, type WorkflowState } from '../shared/workflow.js';
import type { Order } from './members.js';

/** Moves pieces of an item from one State to another, as the States allow (OACT015 to OACT021). */
export const transitionItemState = (kind: ItemKind) =>
  action(
    {
      ...itemNames(kind),
      quantity: Integer,
      actualTransitionDate: Optional(DateTime),
      fromState: ResourceIdentifier('state', { load: true }),
      toState: ResourceIdentifier('state', { load: true }),
    },
    (order: Order, payload, context) => {
      const { quantity, actualTransitionDate: transitionDate = context.now, ...names } = payload;
      const item = findItem(order, kind, names);
      assertPiecesOf(item.quantity, quantity, 'quantity');
      const from = context.load<WorkflowState>('state', payload.fromState);
      const to = context.load<WorkflowState>('state', payload.toState);
      for (const state of [from, to]) assertItemState(state);
      assertTransition(from, to);
      const fromState = context.reference('state', payload.fromState);
      const toState = context.reference('state', payload.toState);
      const available = piecesInState(item.state, fromState);
      if (Math.abs(available) < Math.abs(quantity))
        throw invalidOperation(
          `${quantity} pieces cannot leave the State '${from.key}': ${available} of the item are in it.`,
        );
      const state = moveItemState(item.state, quantity, fromState, toState);
      return {
        set: replaceItem(order, kind, item, { ...item, state }),
        messages: [
          {
            type: messageTypes[kind],
            ...itemMessageMembers(kind, item),
            transitionDate,
            quantity,
            fromState,
            toState,
          } as MessageOf<Order>,
        ],
      };
    },
  );

/**
 * Sets the States of the pieces of an item without the rules of transitions. The quantities must add up (OACT022 to
 * OACT027).
 */
export const importItemState = (kind: ItemKind): Action<Order> =>
  changeItem(
    kind,
    { state: ItemStateDrafts },
    (item, { state }, _order, context) => ({ state: itemStatesOf(state, item.quantity, context) }),
    'order',
  );

const piecesInState = (states: ItemStates, { id }: ReferenceValue<'state'>): number =>
  mergeItemStates(states).find(each => each.state.id === id)?.quantity ?? 0;

/** Moves pieces from one State to another. A State without pieces is removed. */
const moveItemState = (
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
  ]).filter(each => each.quantity !== 0);

const messageTypes = { lineItem: 'LineItemStateTransition', customLineItem: 'CustomLineItemStateTransition' } as const;
