import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { removeElement } from '../../shared/listElements.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem } from '../../shared/items.js';

export const removeCustomLineItem: Action<Cart> = action(itemNames('customLineItem'), (cart: Cart, names) => ({
  set: { customLineItems: removeElement(cart.customLineItems, findItem(cart, 'customLineItem', names, 'cart')) },
}));
