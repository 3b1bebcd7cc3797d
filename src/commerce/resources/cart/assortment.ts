/** Carts of a store may have only the products of its product selections. */
import { type ErrorEntry, errorEntry, failAll } from '../../../base/errors/ApiError.js';
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadByUnique } from '../../../engine/loadResources.js';
import { assortmentOf, variantFilters } from '../productSelection/assortment.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import type { Store } from '../store/members.js';

const isFromCatalogue = (item: LineItem): item is LineItem & { readonly productId: string } =>
  item.productId !== undefined;

/** Refuses new line items of variants that the store of the cart does not offer; older ones stay (cart.3387a). */
export const assertOffered = async (
  access: ResourceAccess,
  { projectKey, before, after }: BeforeCommitInput<Cart>,
): Promise<void> => {
  if (after.store === undefined || before?.lineItems === after.lineItems) return;
  const known = new Set(before?.lineItems.map(({ id }) => id));
  const items = after.lineItems.filter(({ id }) => !known.has(id)).filter(isFromCatalogue);
  if (items.length === 0) return;
  const { key } = after.store;
  const store = await loadByUnique<Store>(access, projectKey, 'store', 'key', key);
  const assortment = store && (await assortmentOf(access, projectKey, store));
  if (assortment === undefined) return;
  const filters = await variantFilters(
    access,
    projectKey,
    assortment,
    items.map(({ productId }) => productId),
  );
  const refusals = items.flatMap(({ productId, variant: { id, sku } }): ErrorEntry[] =>
    filters.get(productId)?.(sku) === true
      ? []
      : [
          errorEntry('InvalidInput', {
            message: `The store '${key}' does not offer the variant ${id} of the product '${productId}'.`,
          }),
        ],
  );
  if (refusals.length > 0) throw failAll(refusals);
};
