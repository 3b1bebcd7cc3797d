import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { initialItemState } from '../../shared/itemState.js';
import { replaceElement } from '../../shared/listElements.js';
import {
  alike,
  type LineItemDraft,
  lineItemMembers,
  lineItemOf,
  ownLineItemMembers,
  productsOf,
  withMore,
} from '../lineItem.js';
import type { Cart } from '../members.js';
import { addressKeysOf } from '../pickItem.js';

/** More of what is in the cart already raises the quantity of that item. */
const add = <P extends typeof lineItemMembers | typeof ownLineItemMembers>(members: P): Action<Cart> =>
  action(
    members,
    (cart: Cart, draft: LineItemDraft, context) => {
      const item = lineItemOf(
        draft,
        { currencyCode: cart.totalPrice.currencyCode, addressKeys: addressKeysOf(cart) },
        context,
      );
      const same = alike(cart.lineItems, item, cart.taxMode);
      const lineItems =
        same === undefined
          ? [...cart.lineItems, item]
          : replaceElement(cart.lineItems, same, withMore(same, item, context.now));
      return { set: { lineItems } };
    },
    (_cart, draft: LineItemDraft) => [initialItemState, ...productsOf([draft])],
  );

export const addLineItem = add(lineItemMembers);
/** Customers do not say what things cost. */
export const addOwnLineItem = add(ownLineItemMembers);
