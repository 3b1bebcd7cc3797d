/** The attributes of a product as carts see them: each variant has them before its own. */
import type { CatalogueProduct, CatalogueVariant } from '../../../pricing/Catalogue.js';

type Attributes = NonNullable<CatalogueVariant['attributes']>;

/** A variant with the attributes of its product. */
export const withProductAttributes = <V extends Pick<CatalogueVariant, 'attributes'>>(
  variant: V,
  { attributes }: { readonly attributes: Attributes },
): V =>
  attributes.length === 0 ? variant : { ...variant, attributes: [...attributes, ...(variant.attributes ?? [])] };

type Current = CatalogueProduct['masterData']['current'];

/** A product with attributes of its own, as it is stored. */
export interface StoredProduct extends CatalogueProduct {
  readonly masterData: CatalogueProduct['masterData'] & {
    readonly current: Current & { readonly attributes: Attributes };
  };
}

/** A product whose variants have its attributes. */
export const catalogueProductOf = (product: StoredProduct): CatalogueProduct => {
  const { id, key, productType, taxCategory, priceMode, masterData } = product;
  const { published, current } = masterData;
  if (current.attributes.length === 0) return product;
  const { name, slug, categories, masterVariant, variants } = current;
  const merged = (variant: CatalogueVariant) => withProductAttributes(variant, current);
  const data = { name, slug, categories, masterVariant: merged(masterVariant), variants: variants.map(merged) };
  return { id, key, productType, taxCategory, priceMode, masterData: { published, current: data } };
};
