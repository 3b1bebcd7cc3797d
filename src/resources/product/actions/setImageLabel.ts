import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { changeImages, imagePayloadMembers } from '../images.js';
import type { Product } from '../members.js';

export const setImageLabel: Action<Product> = action(
  { ...imagePayloadMembers, label: Optional(Text) },
  (product: Product, { imageUrl, label, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images =>
      images.map(image => (image.url === imageUrl ? { ...image, label } : image)),
    ).set,
  }),
);
