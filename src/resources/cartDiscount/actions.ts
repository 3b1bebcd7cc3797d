import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Flag, Key, LocalizedString } from '../../schema/primitives.js';
import { validityActions } from '../shared/validityActions.js';
import { addStore } from './actions/addStore.js';
import { changeCartPredicate } from './actions/changeCartPredicate.js';
import { changeTarget } from './actions/changeTarget.js';
import { changeValue } from './actions/changeValue.js';
import { removeStore } from './actions/removeStore.js';
import { setStores } from './actions/setStores.js';
import { type CartDiscount, SortOrder, StackingMode } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

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
  ...validityActions,
  setCustomType: setCustomType(resourceCustomFields<CartDiscount>('cart-discount')),
  setCustomField: setCustomField(resourceCustomFields<CartDiscount>('cart-discount')),
};
