import { imageActions as actionsOfImages } from '../shared/imageActions.js';
import { changeData, mapVariant } from './masterData.js';
import type { Product } from './members.js';
import { findVariant, type VariantNames, variantPayloadMembers } from './variants.js';

export const imageActions = actionsOfImages<Product, VariantNames>({
  names: variantPayloadMembers,
  find: findVariant,
  change: (product, variantId, staged, change) =>
    changeData(product, staged, data =>
      mapVariant(data, variantId, variant => ({ ...variant, images: change(variant.images) })),
    ),
  added: (_product, { variantId, image, staged }) => ({ type: 'ProductImageAdded', variantId, image, staged }),
});
