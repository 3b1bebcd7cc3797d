import { fail } from '../../errors/ApiError.js';
import { Text } from '../../schema/primitives.js';
import { changeData, mapVariant, stagedMember } from './masterData.js';
import type { Product, ProductVariant } from './members.js';
import { findVariant, variantPayloadMembers } from './variants.js';

type Images = ProductVariant['images'];

/** Changes the images of a variant; with `url` the variant must have that image. */
export const changeImages = (
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

export const imagePayloadMembers = { ...variantPayloadMembers, imageUrl: Text, ...stagedMember };
