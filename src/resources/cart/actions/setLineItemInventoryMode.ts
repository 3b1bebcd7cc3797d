import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import { type Cart, CartInventoryMode } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';

export const setLineItemInventoryMode: Action<Cart> = action(
  { ...itemNames('lineItem'), inventoryMode: Optional(CartInventoryMode) },
  (cart: Cart, { inventoryMode, ...names }) => {
    const item = findItem(cart, 'lineItem', names, 'cart');
    return item.inventoryMode === inventoryMode
      ? unchanged
      : { set: replaceItem(cart, 'lineItem', item, { ...item, inventoryMode }) };
  },
);
