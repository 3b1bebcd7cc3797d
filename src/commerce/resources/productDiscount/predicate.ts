import { assertCartPredicate, fieldsOfPredicate } from '../../pricing/cartPredicate.js';
import type { ProductDiscount } from './members.js';

type ReferredType = ProductDiscount['references'][number]['typeId'];

const typesByField: ReadonlyMap<string, ReferredType> = new Map([
  ['product', 'product'],
  ['productType', 'product-type'],
  ['categories', 'category'],
  ['categoriesWithAncestors', 'category'],
  ['customerGroup', 'customer-group'],
  ['channel', 'channel'],
]);

/** The resources that a predicate names by their ids, each once. */
const referencesIn = (predicate: string): ProductDiscount['references'] => {
  const found = new Map<string, ProductDiscount['references'][number]>();
  for (const { steps, values = [] } of fieldsOfPredicate(predicate)) {
    const typeId = typesByField.get(steps.at(-2) ?? '');
    if (typeId === undefined || steps.at(-1) !== 'id') continue;
    for (const id of values) if (typeof id === 'string') found.set(`${typeId}/${id}`, { typeId, id });
  }
  return [...found.values()];
};

/** The members that follow from a predicate. Refuses one that is not about products and their prices. */
export const predicateMembers = (predicate: string): Pick<ProductDiscount, 'predicate' | 'references'> => {
  assertCartPredicate(predicate, 'predicate', 'product');
  return { predicate, references: referencesIn(predicate) };
};
