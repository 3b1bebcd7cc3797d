/** Selects the line items of a cart that can still be bought; a replica leaves the others out. */
import { ApiError } from '../../../base/errors/ApiError.js';
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadManyCached } from '../../../engine/loadResources.js';
import { publishedVariant } from '../../pricing/itemPrices.js';
import type { Product } from '../product/members.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { assertStoreAllows } from '../shared/cartAndOrder/storeRules.js';
import { assertOffered } from './assortment.js';
import { assertQuantityLimits } from './quantityLimits.js';

/** Refuses line items that a new cart may not have. */
type Check = (access: ResourceAccess, change: BeforeCommitInput<Cart>) => Promise<void>;

/** Refuses channels that the store does not have. The countries of the store are checked for the whole cart. */
const assertChannels: Check = (access, { projectKey, after: { store, lineItems } }) =>
  assertStoreAllows(access, projectKey, { store, lineItems });

const checks: readonly Check[] = [assertChannels, assertOffered, assertQuantityLimits];

/** Returns the line items of a new cart that have a published variant and pass all checks. Does not check prices. */
export const buyableItems = async (access: ResourceAccess, change: BeforeCommitInput<Cart>): Promise<LineItem[]> => {
  let items = await publishedItems(access, change);
  for (const check of checks) items = await passingItems(access, change, items, check);
  return items;
};

/** Keeps items whose variant is published, gifts, and items without a product. */
const publishedItems = async (
  access: ResourceAccess,
  { projectKey, after: { lineItems } }: BeforeCommitInput<Cart>,
): Promise<LineItem[]> => {
  const ids = lineItems.map(({ productId }) => productId).filter(id => id !== undefined);
  const products = await loadManyCached<Product>(access, projectKey, 'product', [...new Set(ids)]);
  return lineItems.filter(({ productId, variant, lineItemMode }) => {
    if (productId === undefined || lineItemMode !== 'Standard') return true;
    const product = products.get(productId);
    return product?.masterData.published === true && publishedVariant(product, variant) !== undefined;
  });
};

/** Returns the items that pass a check. Checks all at once, and each one alone only if that fails. */
const passingItems = async (
  access: ResourceAccess,
  change: BeforeCommitInput<Cart>,
  lineItems: LineItem[],
  check: Check,
): Promise<LineItem[]> => {
  const passes = (items: LineItem[]) =>
    check(access, { ...change, after: { ...change.after, lineItems: items } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 400) return false;
        throw error;
      },
    );
  if (await passes(lineItems)) return lineItems;
  const passing = await Promise.all(lineItems.map(item => passes([item])));
  return lineItems.filter((_, at) => passing[at]);
};
