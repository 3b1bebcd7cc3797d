import { isJsonObject, ownMember } from '../../engine/query/predicate/ownMember.js';

const byName = (attributes: unknown): Record<string, unknown> =>
  Object.fromEntries(
    (Array.isArray(attributes) ? attributes : []).map(each => [ownMember(each, 'name'), ownMember(each, 'value')]),
  );

/** A line item as predicates see it: with its variant's `sku`, `variantId` and `attributes` by name, and its product's id, as its own. */
export const lineItemFields = (item: unknown): unknown => {
  if (!isJsonObject(item)) return item;
  const variant = ownMember(item, 'variant');
  return {
    product: { id: item.productId },
    sku: ownMember(variant, 'sku'),
    variantId: ownMember(variant, 'id'),
    attributes: byName(ownMember(variant, 'attributes')),
    ...item,
  };
};
