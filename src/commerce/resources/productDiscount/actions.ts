import { type ActionTable, action, change, set, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Key, LocalizedString, LocalizedText } from '../../../engine/schema/primitives.js';
import { ProductDiscountValueDraft, ProductPredicate } from '../../values/productDiscount.js';
import { SortOrder } from '../shared/discounts.js';
import { validityActions } from '../shared/validity.js';
import type { ProductDiscount } from './members.js';
import { predicateMembers } from './predicate.js';
import { productDiscountValueOf } from './value.js';

export const actions: ActionTable<ProductDiscount> = {
  changeValue: action({ value: ProductDiscountValueDraft }, (discount: ProductDiscount, { value: given }) => {
    const value = productDiscountValueOf(given);
    return sameValue(discount.value, value) ? unchanged : { set: { value } };
  }),
  changePredicate: action({ predicate: ProductPredicate }, (discount: ProductDiscount, { predicate }) =>
    discount.predicate === predicate ? unchanged : { set: predicateMembers(predicate) },
  ),
  changeIsActive: change<ProductDiscount>('isActive', Flag),
  changeName: change<ProductDiscount>('name', LocalizedText),
  changeSortOrder: change<ProductDiscount>('sortOrder', SortOrder),
  setDescription: set<ProductDiscount>('description', LocalizedString),
  setKey: set<ProductDiscount>('key', Key),
  ...validityActions,
};
