/** Actions on variants, their attributes and their images. */
import type { ActionTable } from '../../engine/define/Action.js';
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
import type { Product } from './members.js';

export const variantActions: ActionTable<Product> = {
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
};
