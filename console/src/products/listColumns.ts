/** The columns of the list of products, from their staged data or, once published, from the current data. */
import type { Resource } from '../api/Resource';
import { isMoney } from '../values/format';
import { type Product, type ProductData, type Variant, variantsOf } from './Product';

/** Columns that can be changed in the list. */
const productColumns = ['price', 'stock', 'published'] as const;
export type ProductColumn = (typeof productColumns)[number];

export const isProductColumn = (name: string): name is ProductColumn => productColumns.some(each => each === name);

const shownData = (resource: Resource): ProductData => {
  const { published, current, staged } = (resource as Product).masterData;
  return published ? current : staged;
};

const firstVariant = (resource: Resource): Variant => shownData(resource).masterVariant;

export const nameOf = (resource: Resource): unknown => shownData(resource).name;
export const skuOf = (resource: Resource): string | undefined => firstVariant(resource).sku;
export const publishedOf = (resource: Resource): boolean => (resource as Product).masterData.published;
export const pictureOf = (resource: Resource): string | undefined => firstVariant(resource).images?.[0]?.url;

export const priceOf = (resource: Resource): unknown =>
  firstVariant(resource)
    .prices?.map(({ value }) => value)
    .find(isMoney);

const availableIn = ({ availability }: Variant): number | undefined => {
  if (availability === undefined) return undefined;
  const { availableQuantity, channels = {} } = availability;
  return Object.values(channels).reduce((sum, each) => sum + (each.availableQuantity ?? 0), availableQuantity ?? 0);
};

/** Returns the stock of a product. The API adds it to each variant, so a list needs no further request. */
export const stockOf = (resource: Resource) => {
  const quantities = variantsOf(shownData(resource)).map(availableIn);
  const tracked = quantities.filter(quantity => quantity !== undefined);
  return {
    /** Undefined if no stock is tracked. */
    available: tracked.length === 0 ? undefined : tracked.reduce((sum, quantity) => sum + quantity, 0),
    out: tracked.filter(quantity => quantity <= 0).length,
    variants: quantities.length,
  };
};
