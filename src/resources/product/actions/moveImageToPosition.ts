import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { IntegerFrom } from '../../../schema/primitives.js';
import { changeImages, imagePayloadMembers } from '../images.js';
import type { Product } from '../members.js';

export const moveImageToPosition: Action<Product> = action(
  { ...imagePayloadMembers, position: IntegerFrom(0, 999) },
  (product: Product, { imageUrl, position, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images =>
      images
        .filter(({ url }) => url !== imageUrl)
        .toSpliced(position, 0, ...images.filter(({ url }) => url === imageUrl)),
    ).set,
  }),
);
