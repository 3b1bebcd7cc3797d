/** Actions on the prices that are embedded in variants. */
import type { ActionTable } from '../../engine/define/Action.js';
import { setCustomField, setCustomType } from '../shared/customFieldsActions.js';
import { addPrice } from './actions/addPrice.js';
import { changePrice } from './actions/changePrice.js';
import { removePrice } from './actions/removePrice.js';
import { setDiscountedPrice } from './actions/setDiscountedPrice.js';
import { setPriceKey } from './actions/setPriceKey.js';
import { setPrices } from './actions/setPrices.js';
import type { Product } from './members.js';
import { onPrice } from './prices.js';

export const priceActions: ActionTable<Product> = {
  setPrices,
  addPrice,
  changePrice,
  removePrice,
  setPriceKey,
  setDiscountedPrice,
  setProductPriceCustomType: setCustomType(onPrice),
  setProductPriceCustomField: setCustomField(onPrice),
};
