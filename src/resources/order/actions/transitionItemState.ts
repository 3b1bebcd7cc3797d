import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import type { State } from '../../state/index.js';
import { DateTime, Optional, Quantity } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import { type ItemKind, itemNames, itemMessageMembers, findItem, replaceItem } from '../../shared/items.js';
import { assertItemState, type ItemStates, moveItemState, piecesIn } from '../../shared/itemState.js';
import type { Order } from '../members.js';
import { assertTransition } from '../../shared/workflowState.js';

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
    (order: Order, { quantity, fromState, toState, actualTransitionDate, ...names }, context) => {
      const item = findItem(order, kind, names);
      const [from, to] = [context.load<State>('state', fromState), context.load<State>('state', toState)];
      for (const state of [from, to]) assertItemState(state);
      assertTransition(from, to);
      const [source, target] = [context.reference('state', fromState), context.reference('state', toState)];
      const held = piecesIn(item.state, source);
      if (held < quantity)
        throw fail('InvalidOperation', {
          message: `${quantity} pieces cannot leave the State '${from.key}': ${held} of the item are in it.`,
        });
      const state: ItemStates = moveItemState(item.state, quantity, source, target);
      const transitionDate = actualTransitionDate ?? context.now;
      return {
        set: replaceItem(order, kind, item, { ...item, state }),
        messages: [
          {
            type: messageTypes[kind],
            ...itemMessageMembers(kind, item),
            transitionDate,
            quantity,
            fromState: source,
            toState: target,
          },
        ],
      };
    },
  );
