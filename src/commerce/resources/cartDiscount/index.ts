import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { assertValidity } from '../../values/validity.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertTargetFitsValue, discountTargetOf, discountValueOf } from '../shared/discounts.js';
import { actions, placeOf, recurringOrderScopeOf, storesOf } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { type CartDiscount, CartDiscountDraft, CartDiscountMembers, messages } from './members.js';

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
  unique: ['key'],
  claims: {
    // The group claims the sortOrder of its discounts.
    values: ({ discountGroup, sortOrder }) =>
      discountGroup === undefined ? [{ path: 'sortOrder', value: sortOrder }] : [],
  },
  indexes: ['isActive', 'requiresDiscountCode', 'discountGroup.id'],
  storeField: 'stores',
  visibility: { sharedByStores: true },
  messages,
  beforeCommit,
  removal: { messages: () => [{ type: 'CartDiscountDeleted' }] },
  behindReferences: {
    places: {
      'includedDiscounts.discount': 'a discount that the price of a cart or an order contains',
      'cart.refusedGifts': 'a gift that the buyer was given and does not want',
      'order.refusedGifts': 'as above',
      'discount-code.cartDiscounts': 'the buyer knows the code that gives the discount',
    },
    members: {
      name: 'shops write it beside the amount',
      description: 'as above',
      value: 'the cart shows what it gives',
      isActive: 'the cart shows that it applies',
      requiresDiscountCode: 'the cart shows its codes',
      stackingMode: 'the cart shows that no other discount follows',
      validFrom: 'shops tell how long a discount lasts',
      validUntil: 'as above',
    },
  },
});
