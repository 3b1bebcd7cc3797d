import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Flag, Key, LocalizedString, NonEmptyText, Text } from '../../schema/primitives.js';
import { addShippingRate } from './actions/addShippingRate.js';
import { addZone } from './actions/addZone.js';
import { changeTaxCategory } from './actions/changeTaxCategory.js';
import { removeShippingRate } from './actions/removeShippingRate.js';
import { removeZone } from './actions/removeZone.js';
import { setPredicate } from './actions/setPredicate.js';
import type { ShippingMethod } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const actions: ActionTable<ShippingMethod> = {
  changeName: change<ShippingMethod>('name', NonEmptyText),
  setKey: set<ShippingMethod>('key', Key),
  setDescription: set<ShippingMethod>('description', Text),
  setLocalizedName: set<ShippingMethod>('localizedName', LocalizedString),
  setLocalizedDescription: set<ShippingMethod>('localizedDescription', LocalizedString),
  changeTaxCategory,
  changeIsDefault: change<ShippingMethod>('isDefault', Flag),
  changeActive: change<ShippingMethod>('active', Flag),
  setPredicate,
  addZone,
  removeZone,
  addShippingRate,
  removeShippingRate,
  setCustomType: setCustomType(resourceCustomFields<ShippingMethod>('shipping-method')),
  setCustomField: setCustomField(resourceCustomFields<ShippingMethod>('shipping-method')),
};
