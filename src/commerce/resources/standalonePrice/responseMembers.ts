/** The member of prices that only responses have: the discount on the product that has the SKU. */
import type { Base } from '../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { ResponseMembers } from '../../../engine/define/DefinitionGroups.js';
import { type CachedReader, loadManyCached } from '../../../engine/loadResources.js';
import { boundedWork } from '../../../base/shedding/boundedWork.js';
import { WorkTime } from '../../../base/shedding/WorkTime.js';
import type { DiscountableVariant } from '../../pricing/productDiscounts.js';
import {
  type DiscountedData,
  type DiscountedProduct,
  hasProductDiscounts,
  loadProductDiscounts,
  variantWithSku,
} from '../shared/productDiscounts.js';
import type { StandalonePrice } from './members.js';

type Answered<T> = { -readonly [Name in keyof T]: T[Name] };

interface StoredProduct extends Base, DiscountedProduct {
  readonly masterData: {
    readonly published: boolean;
    readonly current: DiscountedData;
    readonly staged: DiscountedData;
  };
}

/** The variants that have the SKUs: as they are on sale, otherwise as they are staged. */
export const variantsBySku = async (
  { store, ...access }: CachedReader,
  projectKey: string,
  given: readonly string[],
  isStagedShown = true,
): Promise<ReadonlyMap<string, DiscountableVariant>> => {
  const skus = [...new Set(given)];
  const ids = await store.findIds(projectKey, 'product', 'sku', skus);
  const products = await loadManyCached<StoredProduct>(
    { store, ...access },
    projectKey,
    'product',
    ids.filter(id => id !== null),
  );
  const time = new WorkTime(projectKey);
  const variants = new Map<string, DiscountableVariant>();
  for (const [at, sku] of skus.entries()) {
    const product = products.get(ids[at] ?? '');
    if (product === undefined) continue;
    await time.pause();
    const { published, current, staged } = product.masterData;
    const data = [...(published ? [current] : []), ...(isStagedShown ? [staged] : [])];
    const variant = variantWithSku(product, data, sku);
    if (variant !== undefined) variants.set(sku, variant);
  }
  return variants;
};

const addDiscounts = async (
  access: ResourceAccess,
  projectKey: string,
  prices: readonly Answered<StandalonePrice>[],
): Promise<void> => {
  const variants = await variantsBySku(
    access,
    projectKey,
    prices.map(({ sku }) => sku),
  );
  const discounts = await loadProductDiscounts(access, projectKey, access.now().toISOString(), () => ({
    products: [...variants.values()].map(({ product, categories }) => ({ ...product, data: [{ categories }] })),
    prices,
  }));
  if (discounts === undefined) return;
  boundedWork('query', () => {
    for (const price of prices) {
      const { discounted } = discounts.apply(price, variants.get(price.sku));
      if (discounted === undefined) delete price.discounted;
      else price.discounted = discounted;
    }
  });
};

export const responseMembers: ResponseMembers<StandalonePrice> = {
  parameters: {},
  dependsOn: 'product-discount',
  areNeeded: hasProductDiscounts,
  add: (access, projectKey, _query, prices) => addDiscounts(access, projectKey, prices),
};
