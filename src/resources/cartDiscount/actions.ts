import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Flag, Key, LocalizedString } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { validityActions } from '../shared/validity.js';
import { addStore } from './actions/addStore.js';
import { changeCartPredicate } from './actions/changeCartPredicate.js';
import { changeTarget } from './actions/changeTarget.js';
import { changeValue } from './actions/changeValue.js';
import { removeStore } from './actions/removeStore.js';
import { setStores } from './actions/setStores.js';
import { type CartDiscount, SortOrder, StackingMode } from './members.js';

export const actions: ActionTable<CartDiscount> = {
  changeName: change<CartDiscount>('name', LocalizedString),
  setKey: set<CartDiscount>('key', Key),
  setDescription: set<CartDiscount>('description', LocalizedString),
  changeValue,
  changeTarget,
  changeCartPredicate,
  changeSortOrder: change<CartDiscount>('sortOrder', SortOrder),
  changeIsActive: change<CartDiscount>('isActive', Flag),
  changeRequiresDiscountCode: change<CartDiscount>('requiresDiscountCode', Flag),
  changeStackingMode: change<CartDiscount>('stackingMode', StackingMode),
  setStores,
  addStore,
  removeStore,
  ...validityActions<CartDiscount>(),
  setCustomType: setCustomType(ownCustom<CartDiscount>('cart-discount')),
  setCustomField: setCustomField(ownCustom<CartDiscount>('cart-discount')),
};
