import type { Static } from '@sinclair/typebox';
import { fail, invalidOperation, invalidInput, requireMember } from '../../../base/errors/ApiError.js';
import { type ActionTable, unchanged, action, change, set, setFrom, changeTo } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
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
import { validityActions } from '../../values/validity.js';
import {
  type CartDiscount,
  DiscountGroupIdentifier,
  RecurringOrderScopeDraft,
  StackingMode,
  StoreIdentifier,
  StoreIdentifiers,
  storesMax,
} from './members.js';

const assertStoreCount = (count: number): void => {
  if (count > storesMax) throw fail('MaxStoreReferencesReached', { max: storesMax });
};

/** Returns the stores of a discount. Refuses too many of them. */
export const storesOf = (identifiers: readonly Identifier[] = [], context: Context): CartDiscount['stores'] => {
  const stores = toStoreReferences(identifiers, context);
  assertStoreCount(stores.length);
  return stores;
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
    throw invalidOperation(`The scope ${type} ${identifiers.length > 0 ? 'has no' : 'needs'} recurrencePolicies.`);
  const recurrencePolicies = identifiers.map(each => context.reference('recurrence-policy', each));
  return recurrencePolicies.length === 0 ? { type } : { type, recurrencePolicies };
};

/** Refuses to change a discount to or from a gift line item. */
const assertNoGift = (type: string, message: string): void => {
  if (type === 'giftLineItem') throw invalidInput(message);
};

export const actions: ActionTable<CartDiscount> = {
  changeName: change<CartDiscount>('name', LocalizedText),
  setKey: set<CartDiscount>('key', Key),
  setDescription: set<CartDiscount>('description', LocalizedString),
  changeValue: setFrom('value', DiscountValueDraft, (given, context, { value: old, target }) => {
    assertNoGift(given.type, 'The value of a discount cannot be changed to giftLineItem.');
    assertNoGift(old.type, 'The value of a discount of type giftLineItem cannot be changed.');
    const value = discountValueOf(given, context);
    assertTargetFitsValue(value, target);
    return value;
  }),
  changeTarget: setFrom('target', DiscountTarget, (given, _, { value }) => {
    const target = discountTargetOf(given);
    assertTargetFitsValue(value, target);
    return target;
  }),
  changeCartPredicate: setFrom('cartPredicate', CartPredicate, given => {
    assertCartPredicate(given, 'cartPredicate', 'cart');
    return given;
  }),
  changeSortOrder: setFrom('sortOrder', SortOrder, (sortOrder, _, { sortOrder: old, discountGroup }) => {
    if (sortOrder !== old && discountGroup !== undefined)
      throw invalidOperation(
        'The discount has the sortOrder of its discountGroup, which setSortOrder of the group changes.',
      );
    return sortOrder;
  }),
  changeIsActive: change<CartDiscount>('isActive', Flag),
  changeRequiresDiscountCode: change<CartDiscount>('requiresDiscountCode', Flag),
  changeStackingMode: change<CartDiscount>('stackingMode', StackingMode),
  setDiscountGroup: action(
    { discountGroup: Optional(DiscountGroupIdentifier), sortOrder: Optional(SortOrder) },
    (discount: CartDiscount, { discountGroup, sortOrder }, context) =>
      changeTo(discount, placeOf(discountGroup, sortOrder, context)),
  ),
  setRecurringOrderScope: setFrom('recurringOrderScope', RecurringOrderScopeDraft, recurringOrderScopeOf),
  setStores: setFrom('stores', Optional(StoreIdentifiers), storesOf, (_, stores) => ({
    type: 'CartDiscountStoresSet',
    stores,
  })),
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
