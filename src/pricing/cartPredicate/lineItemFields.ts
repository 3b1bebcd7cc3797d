import { isJsonObject } from '../../engine/document/isJsonObject.js';
import { ownMember } from '../../engine/query/predicate/ownMember.js';

const byName = (attributes: unknown): Record<string, unknown> =>
  Object.fromEntries(
    (Array.isArray(attributes) ? attributes : []).map(each => [ownMember(each, 'name'), ownMember(each, 'value')]),
  );

const composeFields = (item: Readonly<Record<string, unknown>>): object => {
  const variant = ownMember(item, 'variant');
  return {
    product: { id: item.productId },
    sku: ownMember(variant, 'sku'),
    variantId: ownMember(variant, 'id'),
    attributes: byName(ownMember(variant, 'attributes')),
    ...item,
  };
};

/** Each function of each discount's predicate asks for the fields of every item. */
const fieldsByItem = new WeakMap<object, object>();

/**
 * A line item as predicates see it: also with the `sku`, `variantId` and `attributes` by name of its variant, and the
 * id of its product. Items never change, so they are composed once.
 */
export const lineItemFields = (item: unknown): unknown => {
  if (!isJsonObject(item)) return item;
  let fields = fieldsByItem.get(item);
  if (fields === undefined) {
    fields = composeFields(item);
    fieldsByItem.set(item, fields);
  }
  return fields;
};
