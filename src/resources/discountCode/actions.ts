import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Flag, Key, LocalizedString, Quantity } from '../../schema/primitives.js';
import { validityActions } from '../shared/validityActions.js';
import { changeCartDiscounts } from './actions/changeCartDiscounts.js';
import { changeGroups } from './actions/changeGroups.js';
import { setCartPredicate } from './actions/setCartPredicate.js';
import type { DiscountCode } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const actions: ActionTable<DiscountCode> = {
  setKey: set<DiscountCode>('key', Key, ({ key: oldKey }, key) => ({ type: 'DiscountCodeKeySet', key, oldKey })),
  setName: set<DiscountCode>('name', LocalizedString),
  setDescription: set<DiscountCode>('description', LocalizedString),
  setCartPredicate,
  changeIsActive: change<DiscountCode>('isActive', Flag),
  changeGroups,
  changeCartDiscounts,
  setMaxApplications: set<DiscountCode>('maxApplications', Quantity),
  setMaxApplicationsPerCustomer: set<DiscountCode>('maxApplicationsPerCustomer', Quantity),
  ...validityActions,
  setCustomType: setCustomType(resourceCustomFields<DiscountCode>('discount-code')),
  setCustomField: setCustomField(resourceCustomFields<DiscountCode>('discount-code')),
};
