import { variantsOf } from './variants.js';
import type { Product, ProductData, ProductVariant } from './members.js';

/** Composes the ProductProjection of the staged or current data, as messages show it. */
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

/** Finds a current variant by its SKU. */
export const variantBySku = ({ masterData: { current } }: Product, sku: string): ProductVariant | undefined =>
  variantsOf(current).find(variant => variant.sku === sku);

/** Finds a current variant by its id. */
export const variantById = ({ masterData: { current } }: Product, id: number): ProductVariant | undefined =>
  variantsOf(current).find(variant => variant.id === id);

/** Lists the SKUs of the current variants. */
export const skusOf = ({ masterData: { current } }: Product): string[] =>
  variantsOf(current)
    .map(({ sku }) => sku)
    .filter(sku => sku !== undefined);
