import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import { type Cart, CartInventoryMode } from '../../shared/cartMembers.js';
import { itemNames, pickItem, withItem } from '../pickItem.js';

export const setLineItemInventoryMode: Action<Cart> = action(
  { ...itemNames('lineItem'), inventoryMode: Optional(CartInventoryMode) },
  (cart: Cart, { inventoryMode, ...names }) => {
    const item = pickItem(cart, 'lineItem', names);
    return item.inventoryMode === inventoryMode
      ? unchanged
      : { set: withItem(cart, 'lineItem', item, { ...item, inventoryMode }) };
  },
);
