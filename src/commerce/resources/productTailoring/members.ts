import {
  Flag,
  Key,
  LocalizedString,
  Optional,
  Quantity,
  Text,
  List,
  Shape,
  Sku,
} from '../../../engine/schema/primitives.js';
import { KeyReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Image, Images } from '../../values/price.js';
import { Slug } from '../product/members.js';
import { ProductTailoringData, ProductVariantTailoring, tailoredTexts } from '../product/tailoredData.js';
import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { Named } from '../../../engine/schema/Named.js';
import { AttributeDrafts } from '../product/attributes.js';
import { AssetDrafts } from '../shared/assets.js';

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

export const ProductTailoringMembers = Shape(
  {
    key: Optional(Key),
    store: KeyReference('store'),
    product: Reference('product'),
    published: Flag,
    current: ProductTailoringData,
    staged: ProductTailoringData,
    hasStagedChanges: Flag,
  },
  { queryableMembers: ['warnings'] },
);

/** A variant is named by one of `id` and `sku`. */
export const variantDraftMembers = {
  id: Optional(Quantity),
  sku: Optional(Sku),
  images: Optional(Images),
  assets: Optional(AssetDrafts),
  attributes: Optional(AttributeDrafts),
};
export const ProductVariantTailoringDraft = Named('ProductVariantTailoringDraft', Shape(variantDraftMembers), {
  input: 'ProductVariantTailoringInput',
});

export const ProductTailoringDraft = Shape({
  key: Optional(Key),
  // On the path of a store, the store of the path is meant.
  store: Optional(ResourceIdentifier('store', { load: true })),
  product: ResourceIdentifier('product', { load: true }),
  ...tailoredTexts,
  publish: Optional(Flag),
  variants: Optional(List(ProductVariantTailoringDraft)),
  attributes: Optional(AttributeDrafts),
});

export type ProductVariantTailoringDraft = Static<typeof ProductVariantTailoringDraft>;
export type ProductTailoring = Base & Static<typeof ProductTailoringMembers> & Sends<'productTailoring'>;
