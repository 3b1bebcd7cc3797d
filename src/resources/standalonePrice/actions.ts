import type { ActionTable } from '../../engine/define/Action.js';
import { action, change, set } from '../../engine/define/actions.js';
import { Flag, Key } from '../../schema/primitives.js';
import { validity } from '../../schema/validity.js';
import { addPriceTier } from './actions/addPriceTier.js';
import { applyStagedChanges } from './actions/applyStagedChanges.js';
import { changeValue } from './actions/changeValue.js';
import { removePriceTier } from './actions/removePriceTier.js';
import { removeStagedChanges } from './actions/removeStagedChanges.js';
import { setDiscountedPrice } from './actions/setDiscountedPrice.js';
import { setPriceTiers } from './actions/setPriceTiers.js';
import type { StandalonePrice } from './members.js';
import { withPeriod } from './withPeriod.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

const own = resourceCustomFields<StandalonePrice>('standalone-price');

export const actions: ActionTable<StandalonePrice> = {
  setKey: set<StandalonePrice>('key', Key, ({ key: oldKey }, key) => ({ type: 'StandalonePriceKeySet', key, oldKey })),
  changeValue,
  setPriceTiers,
  addPriceTier,
  removePriceTier,
  changeActive: change<StandalonePrice>('active', Flag, ({ active: oldActive }, active) => ({
    type: 'StandalonePriceActiveChanged',
    active,
    oldActive,
  })),
  applyStagedChanges,
  removeStagedChanges,
  setValidFrom: action({ validFrom: validity.validFrom }, (price: StandalonePrice, { validFrom }) =>
    withPeriod(price, { validFrom, validUntil: price.validUntil }, 'ValidFrom'),
  ),
  setValidUntil: action({ validUntil: validity.validUntil }, (price: StandalonePrice, { validUntil }) =>
    withPeriod(price, { validFrom: price.validFrom, validUntil }, 'ValidUntil'),
  ),
  setValidFromAndUntil: action(validity, (price: StandalonePrice, period) =>
    withPeriod(price, period, 'ValidFromAndUntil'),
  ),
  setDiscountedPrice,
  setCustomType: setCustomType(own),
  setCustomField: setCustomField(own),
};
