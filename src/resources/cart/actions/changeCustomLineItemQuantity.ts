import { required } from '../../../errors/required.js';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import { removeElement } from '../../shared/listElements.js';
import type { Cart } from '../../shared/cartMembers.js';
import { itemNames, findItem, replaceItem } from '../../shared/items.js';
import { QuantityOrNone } from '../lineItemChanges.js';
import { revalidateShippingDetails } from '../lineItemQuantity.js';

export const changeCustomLineItemQuantity: Action<Cart> = action(
  { ...itemNames('customLineItem'), quantity: QuantityOrNone },
  (cart: Cart, { quantity, ...names }) => {
    const item = findItem(cart, 'customLineItem', names, 'cart');
    if (quantity === item.quantity) return unchanged;
    if (quantity === 0) return { set: { customLineItems: removeElement(cart.customLineItems, item) } };
    const state = [{ ...required(item.state[0], 'the State of an item'), quantity }];
    return {
      set: replaceItem(cart, 'customLineItem', item, {
        ...item,
        quantity,
        state,
        shippingDetails: revalidateShippingDetails(item, quantity),
      }),
    };
  },
);
