import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, pickItem, withItem } from '../pickItem.js';
import { PriceMode } from '../../shared/customLineItem.js';

export const changeCustomLineItemPriceMode: Action<Cart> = action(
  { ...itemNames('customLineItem'), mode: PriceMode },
  (cart: Cart, { mode: priceMode, ...names }) => {
    const item = pickItem(cart, 'customLineItem', names);
    return item.priceMode === priceMode
      ? unchanged
      : { set: withItem(cart, 'customLineItem', item, { ...item, priceMode }) };
  },
);
