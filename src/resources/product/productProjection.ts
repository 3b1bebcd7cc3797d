/** A product as one of its halves shows it. */
import { variantsOf } from './variants.js';
import type { Product, ProductData, ProductVariant } from './members.js';

/** What messages tell of a product (ProductProjection). */
export const productProjection = (
  { id, version, key, createdAt, lastModifiedAt, productType, masterData, taxCategory, state, priceMode }: Product,
  data: ProductData,
) => ({
  id,
  version,
  key,
  createdAt,
  lastModifiedAt,
  productType,
  ...data,
  published: masterData.published,
  hasStagedChanges: masterData.hasStagedChanges,
  taxCategory,
  state,
  priceMode,
});

/** The variant that is on sale under a SKU. */
export const variantBySku = ({ masterData: { current } }: Product, sku: string): ProductVariant | undefined =>
  variantsOf(current).find(variant => variant.sku === sku);

/** The variant that is on sale with a number. */
export const variantById = ({ masterData: { current } }: Product, id: number): ProductVariant | undefined =>
  variantsOf(current).find(variant => variant.id === id);

/** The SKUs that are on sale. */
export const skusOf = ({ masterData: { current } }: Product): string[] =>
  variantsOf(current)
    .map(({ sku }) => sku)
    .filter(sku => sku !== undefined);
