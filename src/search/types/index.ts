import type { SearchedType } from '../SearchedType.js';
import { searchedTypeIdsOf } from '../../commerce/resources/project/members.js';
import { searchedCustomer } from './customer.js';
import { searchedOrder } from './order.js';
import { searchedProduct } from './product/product.js';

/** All searched types; their indexes, indexers and jobs follow from this list. */
export const searchedTypes: readonly SearchedType[] = [searchedOrder, searchedProduct, searchedCustomer];

/** The searched types that a project's settings activate. */
export const activatedTypes = (searchIndexing: Parameters<typeof searchedTypeIdsOf>[0]): SearchedType[] => {
  const typeIds = searchedTypeIdsOf(searchIndexing);
  return searchedTypes.filter(({ typeId }) => typeIds.includes(typeId));
};
