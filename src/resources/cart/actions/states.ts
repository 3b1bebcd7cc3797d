/** Freezing a cart, and asking for its prices anew. */
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Flag, Optional } from '../../../schema/primitives.js';
import { type Cart, FreezeStrategy } from '../members.js';

export const recalculate: Action<Cart> = action(
  { updateProductData: Optional(Flag) },
  (_cart: Cart, { updateProductData = false }) => ({
    set: {},
    requestedEffects: { recalculate: { updateProductData } },
  }),
);

export const freezeCart: Action<Cart> = action(
  { strategy: Optional(FreezeStrategy) },
  (cart: Cart, { strategy = 'SoftFreeze' }) => {
    if (cart.cartState === 'Frozen')
      return cart.freezeStrategy === strategy ? unchanged : { set: { freezeStrategy: strategy } };
    if (cart.lineItems.length === 0 && cart.customLineItems.length === 0)
      throw fail('InvalidOperation', { message: 'The cart is empty: there is nothing to freeze.' });
    return { set: { cartState: 'Frozen', freezeStrategy: strategy } };
  },
);

/** What was frozen may be out of date. */
export const unfreezeCart: Action<Cart> = action({}, (cart: Cart) => {
  if (cart.cartState !== 'Frozen')
    throw fail('InvalidOperation', { message: `The cart is ${cart.cartState}; only a Frozen one can be unfrozen.` });
  return {
    set: { cartState: 'Active', freezeStrategy: undefined },
    requestedEffects: { recalculate: { updateProductData: false } },
  };
});
