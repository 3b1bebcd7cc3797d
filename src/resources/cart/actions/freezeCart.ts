import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Optional } from '../../../schema/primitives.js';
import { type Cart, FreezeStrategy } from '../../shared/cartMembers.js';

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
