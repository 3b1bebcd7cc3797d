import { addExternalImage } from './actions/addExternalImage.js';
import { addVariant } from './actions/addVariant.js';
import { changeMasterVariant } from './actions/changeMasterVariant.js';
import { moveImageToPosition } from './actions/moveImageToPosition.js';
import { removeImage } from './actions/removeImage.js';
import { removeVariant } from './actions/removeVariant.js';
import { setAttribute } from './actions/setAttribute.js';
import { setAttributeInAllVariants } from './actions/setAttributeInAllVariants.js';
import { setImageLabel } from './actions/setImageLabel.js';
import { setProductAttribute } from './actions/setProductAttribute.js';
import { setProductVariantKey } from './actions/setProductVariantKey.js';
import { setSku } from './actions/setSku.js';
import { addPrice } from './actions/addPrice.js';
import { changePrice } from './actions/changePrice.js';
import { removePrice } from './actions/removePrice.js';
import { setDiscountedPrice } from './actions/setDiscountedPrice.js';
import { setPriceKey } from './actions/setPriceKey.js';
import { setPrices } from './actions/setPrices.js';
import { onPrice } from './prices.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { action, type MemberArguments, set } from '../../engine/define/actions.js';
import { Key, LocalizedString, Optional } from '../../schema/primitives.js';
import { changeSlug } from './actions/changeSlug.js';
import { publish } from './actions/publish.js';
import { revertStagedChanges } from './actions/revertStagedChanges.js';
import { setPriceMode } from './actions/setPriceMode.js';
import { setTaxCategory } from './actions/setTaxCategory.js';
import { transitionState } from './actions/transitionState.js';
import { unpublish } from './actions/unpublish.js';
import { changeData, stagedMember } from './masterData.js';
import { type Product, type ProductData, SearchKeywords } from './members.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

/** Sets one member of the staged data, and of the current data with `staged: false`. */
const setData = (...[member, schema]: MemberArguments<ProductData, keyof ProductData>): Action<Product> =>
  action({ [member]: schema, ...stagedMember }, (product: Product, payload) => {
    const { [member]: value, staged = true } = payload as { staged?: boolean } & Partial<ProductData>;
    return { set: changeData(product, staged, data => ({ ...data, [member]: value })) };
  });
export const actions: ActionTable<Product> = {
  setKey: set<Product>('key', Key),
  setTaxCategory,
  setPriceMode,
  changeName: setData('name', LocalizedString),
  changeSlug,
  setDescription: setData('description', Optional(LocalizedString)),
  setMetaTitle: setData('metaTitle', Optional(LocalizedString)),
  setMetaDescription: setData('metaDescription', Optional(LocalizedString)),
  setMetaKeywords: setData('metaKeywords', Optional(LocalizedString)),
  setSearchKeywords: setData('searchKeywords', SearchKeywords),
  addVariant,
  removeVariant,
  changeMasterVariant,
  setSku,
  setProductVariantKey,
  setAttribute,
  setAttributeInAllVariants,
  setProductAttribute,
  addExternalImage,
  removeImage,
  moveImageToPosition,
  setImageLabel,
  setPrices,
  addPrice,
  changePrice,
  removePrice,
  setPriceKey,
  setDiscountedPrice,
  setProductPriceCustomType: setCustomType(onPrice),
  setProductPriceCustomField: setCustomField(onPrice),
  transitionState,
  publish,
  unpublish,
  revertStagedChanges,
};
