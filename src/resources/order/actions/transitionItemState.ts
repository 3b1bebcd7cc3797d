import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { DateTime, Optional, Quantity } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { findItem, type ItemKind, itemMessageMembers, itemNames, replaceItem } from '../../shared/items.js';
import { assertItemState, moveItemState, piecesInState } from '../../shared/itemState.js';
import { assertTransition, type WorkflowState } from '../../shared/workflowState.js';
import type { Order } from '../members.js';

const messageTypes = { lineItem: 'LineItemStateTransition', customLineItem: 'CustomLineItemStateTransition' } as const;

/** Moves pieces of an item from one State to another, as the States allow (OACT015 to OACT021). */
export const transitionItemState = (kind: ItemKind): Action<Order> =>
  action(
    {
      ...itemNames(kind),
      quantity: Quantity,
      actualTransitionDate: Optional(DateTime),
      fromState: ResourceIdentifier('state', { load: true }),
      toState: ResourceIdentifier('state', { load: true }),
    },
    (order: Order, payload, context) => {
      const { quantity, actualTransitionDate: transitionDate = context.now, ...names } = payload;
      const item = findItem(order, kind, names);
      const from = context.load<WorkflowState>('state', payload.fromState);
      const to = context.load<WorkflowState>('state', payload.toState);
      for (const state of [from, to]) assertItemState(state);
      assertTransition(from, to);
      const fromState = context.reference('state', payload.fromState);
      const toState = context.reference('state', payload.toState);
      const available = piecesInState(item.state, fromState);
      if (available < quantity)
        throw fail('InvalidOperation', {
          message: `${quantity} pieces cannot leave the State '${from.key}': ${available} of the item are in it.`,
        });
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
          },
        ],
      };
    },
  );
