import { creation } from '../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertValidity } from '../shared/validity.js';
import { cartDiscountsOf } from './cartDiscountsOf.js';
import { type DiscountCode, DiscountCodeDraft } from './members.js';

export const draft = creation<DiscountCode, typeof DiscountCodeDraft>(
  DiscountCodeDraft,
  ({ cartDiscounts, isActive = true, groups = [], custom, ...plain }, context) => {
    if (plain.cartPredicate !== undefined) assertCartPredicate(plain.cartPredicate, 'cartPredicate');
    assertValidity(plain);
    return {
      members: {
        ...plain,
        cartDiscounts: cartDiscountsOf(cartDiscounts, context),
        isActive,
        references: [],
        custom: customFieldsOf(custom, 'discount-code', context),
        groups: [...new Set(groups)],
      },
      messages: discountCode => [{ type: 'DiscountCodeCreated', discountCode }],
    };
  },
);
