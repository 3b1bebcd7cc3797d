import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { assertCartPredicate } from '../../../pricing/cartPredicate.js';
import { CartPredicate } from '../../../schema/CartPredicate.js';
import type { CartDiscount } from '../members.js';

export const changeCartPredicate: Action<CartDiscount> = action(
  { cartPredicate: CartPredicate },
  (discount: CartDiscount, { cartPredicate }) => {
    assertCartPredicate(cartPredicate, 'cartPredicate');
    return discount.cartPredicate === cartPredicate ? unchanged : { set: { cartPredicate } };
  },
);
