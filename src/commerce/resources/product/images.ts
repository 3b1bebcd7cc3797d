import { fail } from '../../../base/errors/ApiError.js';
import { type Action, action } from '../../../engine/define/actions.js';
import { IntegerFrom, Optional, Text } from '../../../engine/schema/primitives.js';
import { Image } from '../../values/price.js';
import { changeData, changeWithMessage, mapVariant, stagedMember } from './masterData.js';
import type { Product, ProductVariant } from './members.js';
import { findVariant, variantPayloadMembers } from './variants.js';

export const addExternalImage: Action<Product> = action(
  { ...variantPayloadMembers, image: Image, ...stagedMember },
  (product: Product, { image, staged = true, ...names }) => {
    const { variant, set } = changeImages(product, names, staged, undefined, images => [...images, image]);
    return changeWithMessage(set, { type: 'ProductImageAdded', variantId: variant.id, image, staged });
  },
);

const imagePayloadMembers = { ...variantPayloadMembers, imageUrl: Text, ...stagedMember };

export const removeImage: Action<Product> = action(
  imagePayloadMembers,
  (product: Product, { imageUrl, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images => images.filter(({ url }) => url !== imageUrl)).set,
  }),
);

export const moveImageToPosition: Action<Product> = action(
  { ...imagePayloadMembers, position: IntegerFrom(0, 999) },
  (product: Product, { imageUrl, position, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images => {
      if (position >= images.length)
        throw fail('InvalidField', {
          field: 'position',
          invalidValue: position,
          expected: `Expected 0 to ${images.length - 1}, the places of the images.`,
        });
      return images
        .filter(({ url }) => url !== imageUrl)
        .toSpliced(position, 0, ...images.filter(({ url }) => url === imageUrl));
    }).set,
  }),
);

export const setImageLabel: Action<Product> = action(
  { ...imagePayloadMembers, label: Optional(Text) },
  (product: Product, { imageUrl, label, staged = true, ...names }) => ({
    set: changeImages(product, names, staged, imageUrl, images =>
      images.map(image => (image.url === imageUrl ? { ...image, label } : image)),
    ).set,
  }),
);

type Images = ProductVariant['images'];

/** Changes the images of a variant; with `url` the variant must have that image. */
const changeImages = (
  product: Product,
  names: Parameters<typeof findVariant>[1],
  staged: boolean,
  url: string | undefined,
  change: (images: Images) => Images,
) => {
  const variant = findVariant(product, names);
  if (url !== undefined && !variant.images.some(each => each.url === url))
    throw fail('InvalidOperation', { message: `The variant ${variant.id} has no image with the url '${url}'.` });
  return {
    variant,
    set: changeData(product, staged, data =>
      mapVariant(data, variant.id, each => ({ ...each, images: change(each.images) })),
    ),
  };
};
