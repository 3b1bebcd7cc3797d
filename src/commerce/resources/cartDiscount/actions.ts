import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Key, LocalizedString, Optional, LocalizedText } from '../../../engine/schema/primitives.js';
import type { Identifier } from '../../../engine/schema/reference.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { CartPredicate, DiscountTarget } from '../../values/discount.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import type { DiscountGroup } from '../discountGroup.js';
import {
  assertTargetFitsValue,
  discountTargetOf,
  DiscountValueDraft,
  discountValueOf,
  SortOrder,
} from '../shared/discounts.js';
import { toStoreReferences } from '../shared/references.js';
import { validityActions } from '../shared/validity.js';
import { requireMember } from '../shared/memberNames.js';
import {
  type CartDiscount,
  DiscountGroupIdentifier,
  RecurringOrderScopeDraft,
  StackingMode,
  StoreIdentifier,
  StoreIdentifiers,
  storesMax,
} from './members.js';

export const actions: ActionTable<CartDiscount> = {
  changeName: change<CartDiscount>('name', LocalizedText),
  setKey: set<CartDiscount>('key', Key),
  setDescription: set<CartDiscount>('description', LocalizedString),
  changeValue: action({ value: DiscountValueDraft }, (discount: CartDiscount, { value: given }, context) => {
    assertNoGift(given.type, 'The value of a discount cannot be changed to giftLineItem.');
    assertNoGift(discount.value.type, 'The value of a discount of type giftLineItem cannot be changed.');
    const value = discountValueOf(given, context);
    assertTargetFitsValue(value, discount.target);
    return sameValue(discount.value, value) ? unchanged : { set: { value } };
  }),
  changeTarget: action({ target: DiscountTarget }, (discount: CartDiscount, { target: given }) => {
    const target = discountTargetOf(given);
    assertTargetFitsValue(discount.value, target);
    return sameValue(discount.target, target) ? unchanged : { set: { target } };
  }),
  changeCartPredicate: action({ cartPredicate: CartPredicate }, (discount: CartDiscount, { cartPredicate }) => {
    assertCartPredicate(cartPredicate, 'cartPredicate', 'cart');
    return discount.cartPredicate === cartPredicate ? unchanged : { set: { cartPredicate } };
  }),
  changeSortOrder: action({ sortOrder: SortOrder }, (discount: CartDiscount, { sortOrder }) => {
    if (discount.sortOrder === sortOrder) return unchanged;
    if (discount.discountGroup !== undefined)
      throw fail('InvalidOperation', {
        message: 'The discount has the sortOrder of its discountGroup, which setSortOrder of the group changes.',
      });
    return { set: { sortOrder } };
  }),
  changeIsActive: change<CartDiscount>('isActive', Flag),
  changeRequiresDiscountCode: change<CartDiscount>('requiresDiscountCode', Flag),
  changeStackingMode: change<CartDiscount>('stackingMode', StackingMode),
  setDiscountGroup: action(
    { discountGroup: Optional(DiscountGroupIdentifier), sortOrder: Optional(SortOrder) },
    (discount: CartDiscount, { discountGroup, sortOrder }, context) => {
      const place = placeOf(discountGroup, sortOrder, context);
      return sameValue({ discountGroup: discount.discountGroup, sortOrder: discount.sortOrder }, place)
        ? unchanged
        : { set: place };
    },
  ),
  setRecurringOrderScope: action(
    { recurringOrderScope: RecurringOrderScopeDraft },
    (discount: CartDiscount, { recurringOrderScope: given }, context) => {
      const recurringOrderScope = recurringOrderScopeOf(given, context);
      return sameValue(discount.recurringOrderScope, recurringOrderScope)
        ? unchanged
        : { set: { recurringOrderScope } };
    },
  ),
  setStores: action(
    { stores: Optional(StoreIdentifiers) },
    (discount: CartDiscount, { stores: identifiers = [] }, context) => {
      const stores = storesOf(identifiers, context);
      return sameValue(discount.stores, stores)
        ? unchanged
        : { set: { stores }, messages: [{ type: 'CartDiscountStoresSet', stores }] };
    },
  ),
  addStore: action({ store: StoreIdentifier }, ({ stores }: CartDiscount, { store: identifier }, context) => {
    const store = context.keyReference('store', identifier);
    if (stores.some(({ key }) => key === store.key)) return unchanged;
    assertStoreCount(stores.length + 1);
    return { set: { stores: [...stores, store] }, messages: [{ type: 'CartDiscountStoreAdded', store }] };
  }),
  removeStore: action({ store: StoreIdentifier }, ({ stores }: CartDiscount, { store: identifier }, context) => {
    const store = context.keyReference('store', identifier);
    if (!stores.some(({ key }) => key === store.key)) return unchanged;
    return {
      set: { stores: stores.filter(({ key }) => key !== store.key) },
      messages: [{ type: 'CartDiscountStoreRemoved', store }],
    };
  }),
  ...validityActions,
  ...customFieldActions('', resourceCustomFields<CartDiscount>('cart-discount')),
};

/** Returns the stores of a discount. Refuses too many of them. */
export const storesOf = (identifiers: readonly Identifier[], context: Context): CartDiscount['stores'] => {
  const stores = toStoreReferences(identifiers, context);
  assertStoreCount(stores.length);
  return stores;
};

const assertStoreCount = (count: number): void => {
  if (count > storesMax) throw fail('MaxStoreReferencesReached', { max: storesMax });
};

/** Returns the sort order of a discount, which is that of its group or its own. */
export const placeOf = (
  group: Identifier | undefined,
  sortOrder: string | undefined,
  context: Context,
): Pick<CartDiscount, 'discountGroup' | 'sortOrder'> =>
  group === undefined
    ? {
        discountGroup: undefined,
        sortOrder: requireMember(sortOrder, 'sortOrder', 'a discount without a discountGroup'),
      }
    : {
        discountGroup: context.reference('discount-group', group),
        sortOrder: context.load<DiscountGroup>('discount-group', group).sortOrder,
      };

/** Returns the scope of a draft. By default a discount is for orders that do not recur. */
export const recurringOrderScopeOf = (
  draft: Static<typeof RecurringOrderScopeDraft> | undefined,
  context: Context,
): CartDiscount['recurringOrderScope'] => {
  const { type = 'NonRecurringOrdersOnly', recurrencePolicies: identifiers = [] } = draft ?? {};
  if ((type === 'ApplicableRecurrencePolicies') !== identifiers.length > 0)
    throw fail('InvalidOperation', {
      message: `The scope ${type} ${identifiers.length > 0 ? 'has no' : 'needs'} recurrencePolicies.`,
    });
  const recurrencePolicies = identifiers.map(each => context.reference('recurrence-policy', each));
  return recurrencePolicies.length === 0 ? { type } : { type, recurrencePolicies };
};

/** Refuses to change a discount to or from a gift line item. */
const assertNoGift = (type: string, message: string): void => {
  if (type === 'giftLineItem') throw fail('InvalidInput', { message });
};
