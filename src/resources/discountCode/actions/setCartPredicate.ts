import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { assertCartPredicate } from '../../../pricing/cartPredicate.js';
import { CartPredicate } from '../../../schema/CartPredicate.js';
import { Optional } from '../../../schema/primitives.js';
import type { DiscountCode } from '../members.js';

export const setCartPredicate: Action<DiscountCode> = action(
  { cartPredicate: Optional(CartPredicate) },
  (code: DiscountCode, { cartPredicate }) => {
    if (cartPredicate !== undefined) assertCartPredicate(cartPredicate, 'cartPredicate');
    return code.cartPredicate === cartPredicate ? unchanged : { set: { cartPredicate } };
  },
);
