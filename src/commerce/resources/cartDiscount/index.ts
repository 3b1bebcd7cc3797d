import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { assertValidity } from '../shared/validity.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertTargetFitsValue, discountTargetOf, discountValueOf } from '../shared/discounts.js';
import { actions, placeOf, recurringOrderScopeOf, storesOf } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { type CartDiscount, CartDiscountDraft, CartDiscountMembers } from './members.js';
import { messages } from './messages.js';

const draft = creation<CartDiscount, typeof CartDiscountDraft>(CartDiscountDraft, (given, context) => {
  const {
    isActive = true,
    requiresDiscountCode = false,
    stackingMode = 'Stacking',
    stores = [],
    custom,
    discountGroup,
    sortOrder,
    recurringOrderScope,
    ...plain
  } = given;
  const value = discountValueOf(given.value, context);
  const target = given.target && discountTargetOf(given.target);
  assertTargetFitsValue(value, target);
  assertCartPredicate(given.cartPredicate, 'cartPredicate', 'cart');
  assertValidity(given);
  const customFields = customFieldsOf(custom, 'cart-discount', context);
  return {
    members: {
      ...plain,
      ...placeOf(discountGroup, sortOrder, context),
      value,
      target,
      stores: storesOf(stores, context),
      isActive,
      requiresDiscountCode,
      references: [],
      stackingMode,
      custom: customFields,
      recurringOrderScope: recurringOrderScopeOf(recurringOrderScope, context),
    },
    messages: cartDiscount => [{ type: 'CartDiscountCreated', cartDiscount }],
  };
});

/** A discount on carts that meet a predicate; discounts apply by descending `sortOrder`. */
export const cartDiscount = defineResource<CartDiscount>({
  typeId: 'cart-discount',
  path: 'cart-discounts',
  shared: true,
  scopes: { read: ['view_cart_discounts'], write: ['manage_cart_discounts'] },
  resource: CartDiscountMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  // The place of a group is its own; no other discount has it.
  claims: ({ discountGroup, sortOrder }) =>
    discountGroup === undefined ? [{ path: 'sortOrder', value: sortOrder }] : [],
  indexes: ['isActive', 'requiresDiscountCode', 'discountGroup.id'],
  storeField: 'stores',
  sharedByStores: true,
  messages,
  beforeCommit,
  removalMessages: () => [{ type: 'CartDiscountDeleted' }],
});
