import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Image } from '../../../schema/image.js';
import { changeImages } from '../images.js';
import { stagedMember, told } from '../masterData.js';
import type { Product } from '../members.js';
import { variantNames } from '../variants.js';

export const addExternalImage: Action<Product> = action(
  { ...variantNames, image: Image, ...stagedMember },
  (product: Product, { image, staged = true, ...names }) => {
    const { variant, set } = changeImages(product, names, staged, undefined, images => [...images, image]);
    return told(set, { type: 'ProductImageAdded', variantId: variant.id, image, staged });
  },
);
