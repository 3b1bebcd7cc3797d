import type { ActionTable } from '../../engine/define/Action.js';
import { set } from '../../engine/define/actions.js';
import { LocalizedString } from '../../schema/primitives.js';
import { addCountry } from './actions/addCountry.js';
import { removeCountry } from './actions/removeCountry.js';
import { removeProductSelection } from './actions/removeProductSelection.js';
import { setCountries } from './actions/setCountries.js';
import { setLanguages } from './actions/setLanguages.js';
import { setProductSelections } from './actions/setProductSelections.js';
import { addChannel, removeChannel, setChannels } from './channels.js';
import type { Store } from './members.js';
import { putProductSelection } from './productSelections.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const actions: ActionTable<Store> = {
  setName: set<Store>('name', LocalizedString, (_, name) => ({ type: 'StoreNameSet', name })),
  setLanguages,
  setCountries,
  addCountry,
  removeCountry,
  setDistributionChannels: setChannels('distributionChannels'),
  addDistributionChannel: addChannel('distributionChannels'),
  removeDistributionChannel: removeChannel('distributionChannels'),
  setSupplyChannels: setChannels('supplyChannels'),
  addSupplyChannel: addChannel('supplyChannels'),
  removeSupplyChannel: removeChannel('supplyChannels'),
  setProductSelections,
  addProductSelection: putProductSelection(true),
  changeProductSelectionActive: putProductSelection(false),
  removeProductSelection,
  setCustomType: setCustomType(resourceCustomFields<Store>('store')),
  setCustomField: setCustomField(resourceCustomFields<Store>('store')),
};
