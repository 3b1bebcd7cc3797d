import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';
import { PriceMode } from '../../shared/customLineItem.js';

export const changeCustomLineItemPriceMode: Action<Cart> = action(
  { ...itemNames('customLineItem'), mode: PriceMode },
  (cart: Cart, { mode: priceMode, ...names }) => {
    const item = findItem(cart, 'customLineItem', names, 'cart');
    return item.priceMode === priceMode
      ? unchanged
      : { set: replaceItem(cart, 'customLineItem', item, { ...item, priceMode }) };
  },
);
