import { Flag, Key, LocalizedString, Optional, Quantity, Text } from '../../../engine/schema/primitives.js';
import { KeyReference, Reference } from '../../../engine/schema/reference.js';
import { Image, Images } from '../../values/price.js';
import { Slug } from '../product/members.js';
import { ProductTailoringData, ProductVariantTailoring } from '../product/tailoredData.js';

const ofTailoring = { store: KeyReference('store'), productKey: Optional(Text), product: Reference('product') };
const ofVariant = { ...ofTailoring, variantId: Quantity };
const images = Optional(Images);

export const messages = {
  ProductTailoringCreated: {
    key: Optional(Key),
    ...ofTailoring,
    ...ProductTailoringData.properties,
    published: Flag,
  },
  ProductTailoringDeleted: ofTailoring,
  ProductTailoringDescriptionSet: {
    ...ofTailoring,
    description: Optional(LocalizedString),
    oldDescription: Optional(LocalizedString),
  },
  ProductTailoringImageAdded: { ...ofVariant, image: Image },
  ProductTailoringImagesSet: { ...ofVariant, oldImages: images, images },
  ProductTailoringNameSet: { ...ofTailoring, name: Optional(LocalizedString), oldName: Optional(LocalizedString) },
  ProductTailoringPublished: ofTailoring,
  ProductTailoringSlugSet: { ...ofTailoring, slug: Optional(Slug), oldSlug: Optional(Slug) },
  ProductTailoringUnpublished: ofTailoring,
  ProductVariantTailoringAdded: { ...ofVariant, variant: ProductVariantTailoring },
  ProductVariantTailoringRemoved: { ...ofVariant, variant: ProductVariantTailoring },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly productTailoring: typeof messages;
  }
}
