import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { initialItemState } from '../../shared/itemState.js';
import { customLineItemMembers, customLineItemOf } from '../customLineItemOf.js';
import type { Cart } from '../../shared/cartMembers.js';
import { addressKeysOf } from '../../shared/itemShippingAddresses.js';

export const addCustomLineItem: Action<Cart> = action(
  customLineItemMembers,
  (cart: Cart, draft, context) => ({
    set: {
      customLineItems: [
        ...cart.customLineItems,
        customLineItemOf(
          draft,
          { currencyCode: cart.totalPrice.currencyCode, addressKeys: addressKeysOf(cart) },
          context,
        ),
      ],
    },
  }),
  () => [initialItemState],
);
