import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { type ItemKind, itemNames, findItem, replaceItem } from '../../shared/items.js';
import { ItemStateDrafts, itemStatesOf } from '../../shared/itemState.js';
import type { Order } from '../members.js';

/**
 * Sets the States of the pieces of an item without the rules of transitions. The quantities must add up (OACT022 to
 * OACT027).
 */
export const importItemState = (kind: ItemKind): Action<Order> =>
  action({ ...itemNames(kind), state: ItemStateDrafts }, (order: Order, { state: drafts, ...names }, context) => {
    const item = findItem(order, kind, names);
    const state = itemStatesOf(drafts, item.quantity, context);
    return sameValue(item.state, state) ? unchanged : { set: replaceItem(order, kind, item, { ...item, state }) };
  });
