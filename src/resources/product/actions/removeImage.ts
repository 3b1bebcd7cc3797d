import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeImages, imagePayloadMembers } from '../images.js';
import type { Product } from '../members.js';

export const removeImage: Action<Product> = action(
  imagePayloadMembers,
  (product: Product, { imageUrl, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images => images.filter(({ url }) => url !== imageUrl)).set,
  }),
);
