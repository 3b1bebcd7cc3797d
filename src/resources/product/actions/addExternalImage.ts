import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Image } from '../../../schema/Image.js';
import { changeImages } from '../images.js';
import { stagedMember, changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { variantPayloadMembers } from '../variants.js';

export const addExternalImage: Action<Product> = action(
  { ...variantPayloadMembers, image: Image, ...stagedMember },
  (product: Product, { image, staged = true, ...names }) => {
    const { variant, set } = changeImages(product, names, staged, undefined, images => [...images, image]);
    return changeWithMessage(set, { type: 'ProductImageAdded', variantId: variant.id, image, staged });
  },
);
