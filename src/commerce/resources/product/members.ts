/** The members of a product; `current` is on sale, `staged` is prepared to be published. */
import type { Static, TSchema } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import {
  Flag,
  Integer,
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
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { Images, Price, PriceDraft } from '../../values/price.js';
import { Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Type } from '../../../engine/schema/Type.js';
import { unsetVariantMembers } from '../shared/cartAndOrder/items.js';
import { AssetDrafts, Assets } from '../shared/assets.js';
import { ReviewRatingStatistics } from '../shared/reviewRatingStatistics.js';
import { AttributeDrafts, Attributes } from './attributes.js';
import { Named } from '../../../engine/schema/Named.js';

const stockMembers = {
  isOnStock: Optional(Flag),
  restockableInDays: Optional(Integer),
  availableQuantity: Optional(Integer),
  id: Optional(Text),
  version: Optional(Integer),
};
const ChannelAvailability = Shape(stockMembers);

/** The stock of a SKU, without a channel and by channel; like the selected price it is in responses only. */
const VariantAvailability = Named(
  'ProductVariantAvailability',
  Shape({
    ...stockMembers,
    channels: Optional(
      Type.Unsafe<Readonly<Record<string, Static<typeof ChannelAvailability>>>>({
        type: 'object',
        additionalProperties: ChannelAvailability,
      }),
    ),
  }),
);

/** Bounds the variants besides the master variant. */
export const variantsMax = 1_000;

export const ProductVariant = Named(
  'ProductVariant',
  Shape(
    {
      id: Quantity,
      sku: Optional(Sku),
      key: Optional(Key),
      prices: List(Price),
      attributes: Attributes,
      images: Images,
      assets: Assets,
      price: Optional(Price),
      recurrencePrices: Optional(List(Price)),
      availability: Optional(VariantAvailability),
    },
    { queryableMembers: unsetVariantMembers, unqueryableMembers: ['price', 'recurrencePrices'] },
  ),
);

export const variantDraftMembers = {
  sku: Optional(Sku),
  key: Optional(Key),
  prices: Optional(List(PriceDraft)),
  attributes: Optional(AttributeDrafts),
  images: Optional(Images),
  assets: Optional(AssetDrafts),
};
export const ProductVariantDraft = Named('ProductVariantDraft', Shape(variantDraftMembers), {
  input: 'ProductVariantInput',
});

const SearchKeyword = Shape({
  text: Text,
  suggestTokenizer: Optional(Shape({ type: OneOf(['whitespace', 'custom']), inputs: Optional(List(Text)) })),
});
export const SearchKeywords = Named('SearchKeywords', Localized(List(SearchKeyword)));

/** A slug for each language, unique among the products of a project. */
export const Slug = Localized(Key, { minProperties: 1 });

const orderHintLengthMax = 64;

/** The place of a product within a category; an empty text means no place. */
export const OrderHint = Type.String({
  maxLength: orderHintLengthMax,
  pattern: '^(0\\.\\d*[1-9])?$',
  description: "a number between 0 and 1 that starts with '0.' and does not end with 0",
});

const orderHints = (component: string, hint: TSchema) =>
  Named(
    component,
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      maxProperties: categoriesMax,
      additionalProperties: hint,
    }),
  );

export const texts = {
  description: Optional(LocalizedString),
  metaTitle: Optional(LocalizedString),
  metaDescription: Optional(LocalizedString),
  metaKeywords: Optional(LocalizedString),
};

/** Bounds the categories of a product. */
export const categoriesMax = 1_000;

export const ProductData = Named(
  'ProductData',
  Shape({
    name: LocalizedString,
    slug: Slug,
    ...texts,
    categories: List(Reference('category'), categoriesMax),
    categoryOrderHints: Optional(orderHints('CategoryOrderHints', Text)),
    masterVariant: ProductVariant,
    variants: List(ProductVariant, variantsMax),
    searchKeywords: SearchKeywords,
    attributes: Attributes,
  }),
);

export const PriceMode = Named('ProductPriceMode', OneOf(['Embedded', 'Standalone']), {
  type: 'PriceMode',
  input: 'PriceMode',
});
export const PublishScope = Named('PublishScope', OneOf(['All', 'Prices']));

const ProductCatalogData = Named(
  'ProductCatalogData',
  Shape({ published: Flag, current: ProductData, staged: ProductData, hasStagedChanges: Flag }),
);

export const ProductMembers = Shape(
  {
    key: Optional(Key),
    productType: Reference('product-type'),
    masterData: ProductCatalogData,
    taxCategory: Optional(Reference('tax-category')),
    state: Optional(Reference('state')),
    priceMode: PriceMode,
    reviewRatingStatistics: Optional(ReviewRatingStatistics),
  },
  { queryableMembers: ['warnings'] },
);

export const ProductDraft = Shape({
  productType: ResourceIdentifier('product-type', { load: true }),
  name: LocalizedText,
  slug: Slug,
  key: Optional(Key),
  ...texts,
  categories: Optional(List(ResourceIdentifier('category'), categoriesMax)),
  categoryOrderHints: Optional(orderHints('CategoryOrderHintsDraft', OrderHint)),
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
export type Product = Base & Static<typeof ProductMembers> & Sends<'product'>;
