import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { initialItemState } from '../../shared/itemState.js';
import { replaceElement } from '../../shared/listElements.js';
import { lineItemOf } from '../lineItemOf.js';
import type { Cart } from '../../shared/cartMembers.js';
import { addressKeysOf } from '../../shared/itemShippingAddresses.js';
import { type LineItemDraft, lineItemMembers, myLineItemMembers, productNeeds } from '../lineItemDraft.js';
import { findSameLineItem } from '../findSameLineItem.js';
import { addQuantity } from '../lineItemQuantity.js';

/** Adds a line item. A draft of an item that the cart already has raises its quantity. */
const addLineItemWith = <P extends typeof lineItemMembers | typeof myLineItemMembers>(members: P): Action<Cart> =>
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
    (_cart, draft: LineItemDraft) => [initialItemState, ...productNeeds(draft)],
  );

export const addLineItem = addLineItemWith(lineItemMembers);
/** Customers cannot set prices. */
export const addMyLineItem = addLineItemWith(myLineItemMembers);
