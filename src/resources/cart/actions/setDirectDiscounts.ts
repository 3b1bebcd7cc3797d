import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { assertTargetFitsValue, discountTargetOf } from '../../shared/discountTargetOf.js';
import { DiscountValueDraft, discountValueOf } from '../../shared/discountValueOf.js';
import { List, Optional, Shape } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { DiscountTarget } from '../../../schema/discount.js';
import { assertNoOtherDiscounts } from '../assertNoOtherDiscounts.js';

const directDiscountsMax = 50;

const DirectDiscountDraft = Shape({ value: DiscountValueDraft, target: Optional(DiscountTarget) });

export const setDirectDiscounts: Action<Cart> = action(
  { discounts: List(DirectDiscountDraft, directDiscountsMax) },
  (cart: Cart, { discounts }, context) => {
    if (discounts.length > 0) assertNoOtherDiscounts(cart.discountCodes, 'discountCodes', 'directDiscounts');
    const directDiscounts = discounts.map(draft => {
      const value = discountValueOf(draft.value, context);
      const target = draft.target && discountTargetOf(draft.target);
      if (value.type === 'giftLineItem')
        throw fail('InvalidField', {
          field: 'discounts.value.type',
          invalidValue: value.type,
          allowedValues: ['relative', 'absolute', 'fixed'],
          expected: 'Expected a discount that takes something off.',
        });
      assertTargetFitsValue(value, target);
      return { id: context.newId(), value, target };
    });
    return directDiscounts.length === 0 && sameValue(cart.directDiscounts, directDiscounts)
      ? unchanged
      : { set: { directDiscounts } };
  },
);
