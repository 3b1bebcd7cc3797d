import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import type { Cart } from '../../shared/cartMembers.js';

/** Unfreezes a cart and prices it again. */
export const unfreezeCart: Action<Cart> = action({}, (cart: Cart) => {
  if (cart.cartState !== 'Frozen')
    throw fail('InvalidOperation', { message: `The cart is ${cart.cartState}; only a Frozen one can be unfrozen.` });
  return {
    set: { cartState: 'Active', freezeStrategy: undefined },
    requestedEffects: { recalculate: { updateProductData: false } },
  };
});
