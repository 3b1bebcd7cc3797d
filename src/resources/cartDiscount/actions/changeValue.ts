import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { assertTargetFitsValue } from '../../shared/discountTargetOf.js';
import { DiscountValueDraft, discountValueOf } from '../../shared/discountValueOf.js';
import type { CartDiscount } from '../members.js';

/** Refuses to change a discount to or from a gift line item. */
const assertNoGift = (type: string, message: string): void => {
  if (type === 'giftLineItem') throw fail('InvalidInput', { message });
};

export const changeValue: Action<CartDiscount> = action(
  { value: DiscountValueDraft },
  (discount: CartDiscount, { value: given }, context) => {
    assertNoGift(given.type, 'The value of a discount cannot be changed to giftLineItem.');
    assertNoGift(discount.value.type, 'The value of a discount of type giftLineItem cannot be changed.');
    const value = discountValueOf(given, context);
    assertTargetFitsValue(value, discount.target);
    return sameValue(discount.value, value) ? unchanged : { set: { value } };
  },
);
