import { isObject, own } from '../../engine/predicate/own.js';

const byName = (attributes: unknown): Record<string, unknown> =>
  Object.fromEntries(
    (Array.isArray(attributes) ? attributes : []).map(each => [own(each, 'name'), own(each, 'value')]),
  );

/** A line item as predicates see it: with its variant's `sku`, `variantId` and `attributes` by name, and its product's id, as its own. */
export const lineItemFields = (item: unknown): unknown => {
  if (!isObject(item)) return item;
  const variant = own(item, 'variant');
  return {
    product: { id: item.productId },
    sku: own(variant, 'sku'),
    variantId: own(variant, 'id'),
    attributes: byName(own(variant, 'attributes')),
    ...item,
  };
};
