/** A product as a projection shows it: with its staged or its current data alone. */
import type { Static } from '@sinclair/typebox';
import { Named } from '../../../engine/schema/Named.js';
import { DateTime, Flag, Integer, Key, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { ReviewRatingStatistics } from '../shared/reviewRatingStatistics.js';
import { PriceMode, type Product, ProductData, type ProductVariant } from './members.js';
import { variantsOf } from './variants.js';

export const ProductProjection = Named(
  'ProductProjection',
  Shape({
    id: Text,
    version: Integer,
    key: Optional(Key),
    createdAt: DateTime,
    lastModifiedAt: DateTime,
    productType: Reference('product-type'),
    ...ProductData.properties,
    published: Flag,
    hasStagedChanges: Flag,
    taxCategory: Optional(Reference('tax-category')),
    state: Optional(Reference('state')),
    priceMode: Optional(PriceMode),
    reviewRatingStatistics: Optional(ReviewRatingStatistics),
  }),
  { type: 'ProductProjectionMessagePayload' },
);
export type ProductProjection = Static<typeof ProductProjection>;

type Flags = Pick<Product['masterData'], 'published' | 'hasStagedChanges'>;

/** Composes the projection of some data, with the flags of the product or those that a change sets. */
export const productProjection = (
  product: Product,
  data: ProductData,
  { published, hasStagedChanges }: Flags = product.masterData,
): ProductProjection => {
  const { id, version, key, createdAt, lastModifiedAt, productType, taxCategory, state } = product;
  const { priceMode, reviewRatingStatistics } = product;
  return {
    id,
    version,
    key,
    createdAt,
    lastModifiedAt,
    productType,
    ...data,
    published,
    hasStagedChanges,
    taxCategory,
    state,
    priceMode,
    reviewRatingStatistics,
  };
};

export const variantBySku = ({ masterData: { current } }: Product, sku: string): ProductVariant | undefined =>
  variantsOf(current).find(variant => variant.sku === sku);

export const variantById = ({ masterData: { current } }: Product, id: number): ProductVariant | undefined =>
  variantsOf(current).find(variant => variant.id === id);
