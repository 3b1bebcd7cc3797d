/** The members of the tailoring of a product for a store; `current` is shown once it is published. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { Named } from '../../../engine/schema/Named.js';
import { Flag, Key, List, Optional, Quantity, Shape, Sku } from '../../../engine/schema/primitives.js';
import { KeyReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Images } from '../../values/price.js';
import { AttributeDrafts } from '../product/attributes.js';
import { ProductTailoringData, tailoredTexts } from '../product/tailoredData.js';
import { AssetDrafts } from '../shared/assets.js';

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
