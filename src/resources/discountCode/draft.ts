import { creation } from '../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { customFieldsOf } from '../shared/customFields.js';
import { toCartDiscountReferences } from './toCartDiscountReferences.js';
import { type DiscountCode, DiscountCodeDraft } from './members.js';
import { assertValidity } from '../shared/assertValidity.js';

export const draft = creation<DiscountCode, typeof DiscountCodeDraft>(
  DiscountCodeDraft,
  ({ cartDiscounts, isActive = true, groups = [], custom, ...plain }, context) => {
    if (plain.cartPredicate !== undefined) assertCartPredicate(plain.cartPredicate, 'cartPredicate');
    assertValidity(plain);
    return {
      members: {
        ...plain,
        cartDiscounts: toCartDiscountReferences(cartDiscounts, context),
        isActive,
        references: [],
        custom: customFieldsOf(custom, 'discount-code', context),
        groups: [...new Set(groups)],
      },
      messages: discountCode => [{ type: 'DiscountCodeCreated', discountCode }],
    };
  },
);
