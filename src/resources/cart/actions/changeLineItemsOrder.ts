import { required } from '../../../errors/required.js';
import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { List, Text } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';

export const changeLineItemsOrder: Action<Cart> = action(
  { lineItemOrder: List(Text) },
  ({ lineItems }: Cart, { lineItemOrder }) => {
    const byId = new Map(lineItems.map(item => [item.id, item]));
    const isWhole =
      lineItemOrder.length === lineItems.length &&
      new Set(lineItemOrder).size === lineItems.length &&
      lineItemOrder.every(id => byId.has(id));
    if (!isWhole)
      throw fail('InvalidOperation', {
        message: `lineItemOrder must name every line item of the cart once: ${[...byId.keys()].join(', ') || 'it has none'}.`,
      });
    const ordered = lineItemOrder.map(id => required(byId.get(id), 'a line item'));
    return sameValue(ordered, lineItems) ? unchanged : { set: { lineItems: ordered } };
  },
);
