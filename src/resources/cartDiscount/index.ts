import { creation, defineResource } from '../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import { type CartDiscount, CartDiscountDraft, CartDiscountMembers, toStoreReferences } from './members.js';
import { assertTargetFitsValue, discountTargetOf } from '../shared/discountTarget.js';
import { discountValueOf } from '../shared/discountValue.js';
import { assertValidity } from '../shared/assertValidity.js';

export type { CartDiscount } from './members.js';

const draft = creation<CartDiscount, typeof CartDiscountDraft>(CartDiscountDraft, (given, context) => {
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

/** What is taken off carts that a predicate is met by, those of the highest `sortOrder` first. */
export const cartDiscount = defineResource<CartDiscount>({
  typeId: 'cart-discount',
  path: 'cart-discounts',
  scopes: { read: ['view_cart_discounts'], write: ['manage_cart_discounts'] },
  resource: CartDiscountMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'sortOrder'],
  indexes: ['isActive', 'requiresDiscountCode'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: () => [{ type: 'CartDiscountDeleted' }],
});
