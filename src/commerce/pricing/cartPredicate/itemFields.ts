import type { Predicate } from '../../../engine/query/predicate/Predicate.js';
import { isJsonObject } from '../../../engine/document/json.js';
import { ownMember } from '../../../engine/query/predicate/comparisons.js';

/**
 * Conditions about attributes: `attributes.color = "red"`, or `attributes(name = "color" and value = "red")` as queries
 * of products have it.
 */

/** The member beside `attributes` that has them as a list, under a name that clients cannot write. */
export const attributeList = 'attributes()';

const fieldsOf = (condition: Predicate): readonly string[] => {
  if ('parts' in condition) return condition.parts.flatMap(fieldsOf);
  return condition.kind === 'not' ? fieldsOf(condition.part) : [condition.field];
};

/** Tells whether a condition on a field is about the list of attributes; attributes may have such names, too. */
export const readsAttributeList = (field: string, part: Predicate): boolean => {
  if (field !== 'attributes') return false;
  const fields = fieldsOf(part);
  return fields.includes('name') && fields.includes('value');
};

type Members = Readonly<Record<string, unknown>>;

/** Data about an item that predicates may read beyond its members. */
export interface ItemDetails {
  /** The tax rate and the taxed price of the item before discounts; computed when a condition reads them. */
  readonly taxesOf: (item: Members) => Members;
  /** A reference with the key of its resource, where that was read. */
  readonly withKey: (reference: unknown) => unknown;
  /** The categories of a product, where they were read. */
  readonly categoriesOf: (productId: unknown) => object;
}

/**
 * A line item as predicates see it: also with the `sku`, `variantId` and `attributes` by name of its variant, its
 * product, and the amount of its price. Items never change, so they are composed once.
 */
export const lineItemFields = (item: unknown, details = storedDetails): unknown =>
  compose(item, details, lineItemMembers);

/** A custom line item as predicates see it. */
export const customLineItemFields = (item: unknown, details = storedDetails): unknown =>
  compose(item, details, customLineItemMembers);

/** The categories of an item without a product. */
export const noCategories = { categories: [], categoriesWithAncestors: [] };

/** The details of an item that was stored with its taxes. */
const storedDetails: ItemDetails = {
  taxesOf: ({ taxRate, taxedPrice }) => ({ taxRate, taxedPrice }),
  withKey: reference => reference,
  categoriesOf: () => noCategories,
};

const lineItemMembers = (item: Members, details: ItemDetails): object => {
  const { withKey, categoriesOf } = details;
  const variant = ownMember(item, 'variant');
  const attributes = attributeFields(ownMember(variant, 'attributes'));
  return {
    product: { id: item.productId, key: item.productKey },
    sku: ownMember(variant, 'sku'),
    variantId: ownMember(variant, 'id'),
    ...attributes,
    ...categoriesOf(item.productId),
    ...item,
    variant: isJsonObject(variant) ? { ...variant, ...attributes } : variant,
    ...commonMembers(item, details),
    price: priceFields(item.price, details),
    productType: withKey(item.productType),
    supplyChannel: withKey(item.supplyChannel),
    distributionChannel: withKey(item.distributionChannel),
  };
};

const customLineItemMembers = (item: Members, details: ItemDetails): object => ({
  price: item.money,
  ...item,
  ...commonMembers(item, details),
  taxCategory: details.withKey(item.taxCategory),
});

const commonMembers = ({ custom }: Members, { withKey }: ItemDetails): object => ({
  custom: customFields(custom, withKey),
});

/** Custom fields with the key of their Type. */
const customFields = (custom: unknown, withKey: ItemDetails['withKey']): object | undefined =>
  isJsonObject(custom) ? { ...custom, type: withKey(custom.type) } : undefined;

/** A price with the amount of one piece before discounts of the cart. */
const priceFields = (price: unknown, { withKey }: ItemDetails): unknown => {
  if (!isJsonObject(price)) return undefined;
  const discounted = ownMember(price, 'discounted');
  const amount = ownMember(discounted, 'value') ?? price.value;
  return {
    ...price,
    ...(isJsonObject(amount) ? amount : {}),
    discount: ownMember(discounted, 'discount'),
    customerGroup: withKey(price.customerGroup),
    channel: withKey(price.channel),
    custom: customFields(price.custom, withKey),
  };
};

/** Attributes as members by their names, and as the list that conditions about `name` and `value` read. */
export const attributeFields = (attributes: unknown) => {
  const list: readonly unknown[] = Array.isArray(attributes) ? attributes : [];
  return {
    attributes: Object.fromEntries(list.map(each => [ownMember(each, 'name'), ownMember(each, 'value')])),
    [attributeList]: list,
  };
};

/** Caches the fields: each function of each discount's predicate reads them for every item. */
const fieldsByItem = new WeakMap<object, object>();

const compose = (
  item: unknown,
  details: ItemDetails,
  membersOf: (item: Members, details: ItemDetails) => object,
): unknown => {
  if (!isJsonObject(item)) return item;
  let fields = fieldsByItem.get(item);
  if (fields === undefined) {
    fields = withTaxes(membersOf(item, details), item, details);
    fieldsByItem.set(item, fields);
    fieldsByItem.set(fields, fields);
  }
  return fields;
};

const withTaxes = (fields: object, item: Members, { taxesOf }: ItemDetails): object => {
  let taxes: Members | undefined;
  const read = (name: string) => ({ get: () => (taxes ??= taxesOf(item))[name], enumerable: true });
  return Object.defineProperties(fields, {
    taxRate: read('taxRate'),
    taxedPrice: read('taxedPrice'),
  });
};
