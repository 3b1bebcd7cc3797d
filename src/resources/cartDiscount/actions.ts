import { action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { Flag, Key, LocalizedString, Optional } from '../../schema/primitives.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { validityActions } from '../shared/validity.js';
import { type CartDiscount, SortOrder, StackingMode, StoreIdentifier, StoreIdentifiers, storesOf } from './members.js';
import { assertTargetFitsValue, discountTargetOf } from '../shared/discountTarget.js';
import { DiscountValueDraft, discountValueOf } from '../shared/discountValue.js';
import { CartPredicate } from '../../schema/cartPredicate.js';
import { DiscountTarget } from '../../schema/discount.js';

/** What gives a line item away stays such a discount, and none becomes one. */
const assertNoGift = (type: string, message: string): void => {
  if (type === 'giftLineItem') throw fail('InvalidInput', { message });
};

export const actions: ActionTable<CartDiscount> = {
  changeName: change<CartDiscount>('name', LocalizedString),
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
    assertCartPredicate(cartPredicate, 'cartPredicate');
    return discount.cartPredicate === cartPredicate ? unchanged : { set: { cartPredicate } };
  }),
  changeSortOrder: change<CartDiscount>('sortOrder', SortOrder),
  changeIsActive: change<CartDiscount>('isActive', Flag),
  changeRequiresDiscountCode: change<CartDiscount>('requiresDiscountCode', Flag),
  changeStackingMode: change<CartDiscount>('stackingMode', StackingMode),
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
  ...validityActions<CartDiscount>(),
  setCustomType: setCustomType(ownCustom<CartDiscount>('cart-discount')),
  setCustomField: setCustomField(ownCustom<CartDiscount>('cart-discount')),
};
