import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { initialItemState } from '../../shared/itemState.js';
import { replaceElement } from '../../shared/listElements.js';
import { lineItemOf } from '../lineItemOf.js';
import type { Cart } from '../../shared/cartMembers.js';
import { addressKeysOf } from '../../shared/itemShippingAddresses.js';
import { type LineItemDraft, lineItemMembers, myLineItemMembers, productIdentifiers } from '../lineItemDraft.js';
import { findSameLineItem } from '../findSameLineItem.js';
import { addQuantity } from '../lineItemQuantity.js';

/** More of what is in the cart already raises the quantity of that item. */
const add = <P extends typeof lineItemMembers | typeof myLineItemMembers>(members: P): Action<Cart> =>
  action(
    members,
    (cart: Cart, draft: LineItemDraft, context) => {
      const item = lineItemOf(
        draft,
        { currencyCode: cart.totalPrice.currencyCode, addressKeys: addressKeysOf(cart) },
        context,
      );
      const same = findSameLineItem(cart.lineItems, item, cart.taxMode);
      const lineItems =
        same === undefined
          ? [...cart.lineItems, item]
          : replaceElement(cart.lineItems, same, addQuantity(same, item, context.now));
      return { set: { lineItems } };
    },
    (_cart, draft: LineItemDraft) => [initialItemState, ...productIdentifiers([draft])],
  );

export const addLineItem = add(lineItemMembers);
/** Customers do not say what things cost. */
export const addMyLineItem = add(myLineItemMembers);
