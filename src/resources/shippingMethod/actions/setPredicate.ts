import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { assertCartPredicate } from '../../../pricing/cartPredicate.js';
import { CartPredicate } from '../../../schema/CartPredicate.js';
import { Optional } from '../../../schema/primitives.js';
import type { ShippingMethod } from '../members.js';

export const setPredicate: Action<ShippingMethod> = action(
  { predicate: Optional(CartPredicate) },
  (method: ShippingMethod, { predicate }) => {
    if (predicate !== undefined) assertCartPredicate(predicate, 'predicate');
    return method.predicate === predicate ? unchanged : { set: { predicate } };
  },
);
