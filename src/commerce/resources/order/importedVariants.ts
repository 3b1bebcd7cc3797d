/** Completes imported line items with the prices, attributes and images of their variants. */
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadManyCached } from '../../../engine/loadResources.js';
import type { Product } from '../product/members.js';
import { variantById, variantBySku } from '../product/productProjection.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import { withProductAttributes } from '../shared/cartAndOrder/productAttributes.js';

const isComplete = ({ variant: { prices, attributes, images } }: LineItem): boolean =>
  prices !== undefined && attributes !== undefined && images !== undefined;

/** Loads the products that items name, keyed by the product id or, if the item has none, by the SKU. */
const findProducts = async (
  access: ResourceAccess,
  projectKey: string,
  lineItems: readonly LineItem[],
): Promise<ReadonlyMap<string, Product>> => {
  const named = lineItems.filter(({ productId }) => productId !== undefined).map(({ productId = '' }) => productId);
  const skus = lineItems.flatMap(({ productId, variant: { sku } }) => (productId === undefined && sku ? [sku] : []));
  const ids = skus.length === 0 ? [] : await access.store.findIds(projectKey, 'product', 'sku', skus);
  const known = [...named, ...ids.filter(id => id !== null)];
  const products = await loadManyCached<Product>(access, projectKey, 'product', [...new Set(known)]);
  const bySku = skus.map((sku, at) => [sku, products.get(ids[at] ?? '')] as const);
  return new Map([...products, ...bySku].filter((entry): entry is [string, Product] => entry[1] !== undefined));
};

const withData = (item: LineItem, product: Product | undefined): LineItem => {
  const { productId, variant } = item;
  const found =
    product && (productId === undefined ? variantBySku(product, variant.sku ?? '') : variantById(product, variant.id));
  if (product === undefined || found === undefined) return item;
  const { prices, attributes, images } = withProductAttributes(found, product.masterData.current);
  return {
    ...item,
    variant: {
      ...variant,
      prices: variant.prices ?? prices,
      attributes: variant.attributes ?? attributes,
      images: variant.images ?? images,
    },
  };
};

/**
 * Adds the data of their variants to the items. A variant need not exist: orders of other systems may be older than the
 * catalogue.
 */
export const withVariantData = async (
  access: ResourceAccess,
  projectKey: string,
  lineItems: readonly LineItem[],
): Promise<LineItem[]> => {
  const incomplete = lineItems.filter(item => !isComplete(item));
  if (incomplete.length === 0) return [...lineItems];
  const products = await findProducts(access, projectKey, incomplete);
  return lineItems.map(item =>
    isComplete(item) ? item : withData(item, products.get(item.productId ?? item.variant.sku ?? '')),
  );
};
