import { creation } from '../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { assertValidity } from '../shared/assertValidity.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertTargetFitsValue, discountTargetOf } from '../shared/discountTargetOf.js';
import { discountValueOf } from '../shared/discountValueOf.js';
import { toStoreReferences } from '../shared/toStoreReferences.js';
import { type CartDiscount, CartDiscountDraft } from './members.js';

export const draft = creation<CartDiscount, typeof CartDiscountDraft>(CartDiscountDraft, (given, context) => {
  const {
    isActive = true,
    requiresDiscountCode = false,
    stackingMode = 'Stacking',
    stores = [],
    custom,
    ...plain
  } = given;
  const value = discountValueOf(given.value, context);
  const target = given.target && discountTargetOf(given.target);
  assertTargetFitsValue(value, target);
  assertCartPredicate(given.cartPredicate, 'cartPredicate');
  assertValidity(given);
  return {
    members: {
      ...plain,
      value,
      target,
      stores: toStoreReferences(stores, context),
      isActive,
      requiresDiscountCode,
      references: [],
      stackingMode,
      custom: customFieldsOf(custom, 'cart-discount', context),
    },
    messages: cartDiscount => [{ type: 'CartDiscountCreated', cartDiscount }],
  };
});
