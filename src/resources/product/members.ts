/** The members of a product; `current` is on sale, `staged` is prepared to be published. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import {
  Flag,
  Key,
  List,
  Localized,
  LocalizedString,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Sku,
  Text,
} from '../../schema/primitives.js';
import { Images } from '../../schema/Image.js';
import { Price, PriceDraft } from '../../schema/price.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { Type } from '../../schema/Type.js';
import { unsetVariantMembers } from '../shared/lineItem.js';
import { AssetDrafts, Assets } from './assets.js';
import { AttributeDrafts, Attributes } from './attributes.js';

/** The most variants besides the master variant. */
export const variantsMax = 1_000;

export const ProductVariant = Shape(
  {
    id: Quantity,
    sku: Optional(Sku),
    key: Optional(Key),
    prices: List(Price),
    attributes: Attributes,
    images: Images,
    assets: Assets,
  },
  { queryableMembers: unsetVariantMembers },
);

export const variantDraftMembers = {
  sku: Optional(Sku),
  key: Optional(Key),
  prices: Optional(List(PriceDraft)),
  attributes: Optional(AttributeDrafts),
  images: Optional(Images),
  assets: Optional(AssetDrafts),
};
export const ProductVariantDraft = Shape(variantDraftMembers);

const SearchKeyword = Shape({
  text: Text,
  suggestTokenizer: Optional(Shape({ type: OneOf(['whitespace', 'custom']), inputs: Optional(List(Text)) })),
});
export const SearchKeywords = Localized(List(SearchKeyword));

/** A slug for each language, unique among the products of a project. */
export const Slug = Localized(Key);

export const CategoryOrderHints = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: Text,
});

const texts = {
  description: Optional(LocalizedString),
  metaTitle: Optional(LocalizedString),
  metaDescription: Optional(LocalizedString),
  metaKeywords: Optional(LocalizedString),
};

export const ProductData = Shape({
  name: LocalizedString,
  slug: Slug,
  ...texts,
  categories: List(Reference('category')),
  categoryOrderHints: Optional(CategoryOrderHints),
  masterVariant: ProductVariant,
  variants: List(ProductVariant, variantsMax),
  searchKeywords: SearchKeywords,
  attributes: Attributes,
});

export const PriceMode = OneOf(['Embedded', 'Standalone']);

export const ProductMembers = Shape(
  {
    key: Optional(Key),
    productType: Reference('product-type'),
    masterData: Shape({ published: Flag, current: ProductData, staged: ProductData, hasStagedChanges: Flag }),
    taxCategory: Optional(Reference('tax-category')),
    state: Optional(Reference('state')),
    priceMode: PriceMode,
  },
  { queryableMembers: ['reviewRatingStatistics', 'warnings'] },
);

export const ProductDraft = Shape({
  productType: ResourceIdentifier('product-type', { load: true }),
  name: LocalizedString,
  slug: Slug,
  key: Optional(Key),
  ...texts,
  categories: Optional(List(ResourceIdentifier('category'))),
  categoryOrderHints: Optional(CategoryOrderHints),
  masterVariant: Optional(ProductVariantDraft),
  variants: Optional(List(ProductVariantDraft, variantsMax)),
  taxCategory: Optional(ResourceIdentifier('tax-category')),
  searchKeywords: Optional(SearchKeywords),
  state: Optional(ResourceIdentifier('state', { load: true })),
  publish: Optional(Flag),
  priceMode: Optional(PriceMode),
  attributes: Optional(AttributeDrafts),
});

export type ProductVariant = Static<typeof ProductVariant>;
export type ProductVariantDraft = Static<typeof ProductVariantDraft>;
export type ProductData = Static<typeof ProductData>;
export type Product = Base & Static<typeof ProductMembers>;
