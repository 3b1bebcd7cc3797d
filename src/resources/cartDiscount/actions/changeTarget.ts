import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { DiscountTarget } from '../../../schema/discount.js';
import { assertTargetFitsValue, discountTargetOf } from '../../shared/discountTargetOf.js';
import type { CartDiscount } from '../members.js';

export const changeTarget: Action<CartDiscount> = action(
  { target: DiscountTarget },
  (discount: CartDiscount, { target: given }) => {
    const target = discountTargetOf(given);
    assertTargetFitsValue(discount.value, target);
    return sameValue(discount.target, target) ? unchanged : { set: { target } };
  },
);
