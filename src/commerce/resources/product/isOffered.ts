/** Tells whether a store shows a product to its customers, by its product selections. */
import type { Visibility } from '../../../engine/define/DefinitionGroups.js';
import { loadByUnique } from '../../../engine/loadResources.js';
import { assortmentOf, variantFilters } from '../productSelection/assortment.js';
import type { Store } from '../store/members.js';
import type { Product } from './members.js';
import { variantsOf } from './variants.js';

export const isOffered: Visibility<Product>['isInStore'] = async (
  access,
  { projectKey, storeKey },
  { id, masterData: { current } },
  unique,
) => {
  const store = await loadByUnique<Store>(access, projectKey, 'store', 'key', storeKey);
  const assortment = store && (await assortmentOf(access, projectKey, store));
  if (assortment === undefined) return true;
  const isOfferedVariant = (await variantFilters(access, projectKey, assortment, [id])).get(id);
  if (isOfferedVariant === undefined) return false;
  return unique?.field === 'sku'
    ? isOfferedVariant(unique.value)
    : variantsOf(current).some(({ sku }) => isOfferedVariant(sku));
};
