import type { CatalogueProduct, CatalogueVariant } from './Catalogue.js';

/** The published variant with a number. */
export const publishedVariant = (
  { masterData: { current } }: CatalogueProduct,
  id: number,
): CatalogueVariant | undefined =>
  current.masterVariant.id === id ? current.masterVariant : current.variants.find(variant => variant.id === id);

/**
 * The members of a line item that it copies from its product. Prices of the variant are left out: they refer to groups
 * and channels of other buyers.
 */
export const productData = (product: CatalogueProduct, variant: CatalogueVariant) => ({
  productId: product.id,
  productKey: product.key,
  name: product.masterData.current.name,
  productSlug: product.masterData.current.slug,
  productType: product.productType,
  variant: { ...variant, prices: undefined },
});
