/** The fields that predicates about carts and their items may name, and the resources whose keys they need. */
import type { Literal } from '../../../engine/query/predicate/Predicate.js';
import { type TimeFormat, timeFormats } from '../../../engine/schema/dateTimes.js';
import type { TypeId } from '../../../engine/schema/TypeId.js';

/** The kind of value that a predicate is about. Functions, such as `lineItemCount(…)`, have conditions about items. */
export type PredicateScope = 'cart' | 'lineItems' | 'customLineItems' | 'product';

/** A field by its path from the cart or the item. */
export interface FieldPath {
  readonly scope: PredicateScope;
  readonly steps: readonly string[];
  /** The values that the field is to have, where a condition lists them. */
  readonly values?: readonly Literal[];
  /** The texts that the field is compared with. */
  readonly texts?: readonly string[];
}

/** A field: its members by name, any members, or none. */
export interface FieldName {
  readonly members?: ReadonlyMap<string, FieldName>;
  readonly hasAnyMember?: boolean;
  readonly format?: TimeFormat;
  /** The resource that has to be read for some of the members. */
  readonly read?: { readonly typeId: TypeId; readonly unless: readonly string[] };
}

const value: FieldName = {};
const anything: FieldName = { hasAnyMember: true };
const record = (members: Readonly<Record<string, FieldName>>): FieldName => ({
  members: new Map(Object.entries(members)),
});
const fieldsOf = (field: FieldName, names: readonly string[]): Record<string, FieldName> =>
  Object.fromEntries(names.map(name => [name, field]));
const values = (...names: string[]) => fieldsOf(value, names);
const times = (...names: string[]) => fieldsOf({ format: 'DateTime' }, names);
/** A reference, whose key is read from the resource. */
const reference = (typeId: TypeId, members: Readonly<Record<string, FieldName>> = {}): FieldName => ({
  ...record({ typeId: value, id: value, key: value, ...members }),
  read: { typeId, unless: ['typeId', 'id', ...Object.keys(members)] },
});
const keyReference = record(values('typeId', 'key'));

const centNames = values('type', 'currencyCode', 'centAmount', 'fractionDigits');
const moneyNames = { ...centNames, preciseAmount: value };
/** Prices of one piece may have fractions of a cent, all other amounts are in cents. */
const money = record(moneyNames);
const cents = record(centNames);
const custom: FieldName = { ...record({ type: reference('type'), fields: anything }) };
const taxed = record({ net: cents, gross: cents, totalNet: cents, totalGross: cents, totalTax: cents });
const taxRate = record(values('id', 'key', 'name', 'amount', 'includedInPrice', 'country', 'state'));
const address = record({
  ...values('id', 'key', 'externalId', 'country', 'title', 'salutation', 'firstName', 'lastName', 'streetName'),
  ...values('streetNumber', 'additionalStreetInfo', 'postalCode', 'city', 'region', 'state', 'company'),
  ...values('department', 'building', 'apartment', 'pOBox', 'phone', 'mobile', 'email', 'fax'),
  ...values('additionalAddressInfo'),
  custom,
});

const customer: FieldName = {
  ...record({
    ...values('id', 'key', 'email', 'customerNumber', 'externalId', 'firstName', 'lastName', 'middleName', 'title'),
    ...values('salutation', 'companyName', 'vatId', 'isEmailVerified', 'locale', 'version'),
    ...times('createdAt', 'lastModifiedAt'),
    dateOfBirth: { format: 'Date' },
    customerGroup: reference('customer-group'),
    customerGroupAssignments: record({ customerGroup: reference('customer-group') }),
    stores: keyReference,
    custom,
  }),
  read: { typeId: 'customer', unless: ['id', 'customerGroup'] },
};

const shippingInfo = record({
  shippingMethodName: value,
  shippingMethod: reference('shipping-method'),
  price: cents,
  shippingRate: record({ price: cents, freeAbove: cents }),
  taxCategory: reference('tax-category'),
  taxRate,
  taxedPrice: taxed,
});

/** The categories of the product of an item, read from the product and from the ancestors of its categories. */
const categories: FieldName = { ...record(values('id', 'key')), read: { typeId: 'category', unless: [] } };
/** The categories of a product, as discounts on products see them. */
const productCategories = reference('category');
const categoriesWithAncestors: FieldName = { ...productCategories, read: { typeId: 'category', unless: [] } };
const prices = {
  ...moneyNames,
  ...values('id', 'key', 'country'),
  ...times('validFrom', 'validUntil'),
  value: money,
  customerGroup: reference('customer-group'),
  channel: reference('channel'),
  discounted: record({ value: money, discount: record(values('typeId', 'id')) }),
  discount: record(values('typeId', 'id')),
  custom,
};

const items = {
  ...values('id', 'key', 'quantity', 'priceMode'),
  totalPrice: cents,
  taxRate,
  taxedPrice: taxed,
  custom,
};

const lineItem = record({
  ...items,
  ...times('addedAt', 'lastModifiedAt'),
  ...values('productId', 'productKey', 'sku', 'variantId', 'lineItemMode', 'inventoryMode'),
  name: anything,
  productSlug: anything,
  product: record(values('id', 'key')),
  productType: reference('product-type'),
  variant: record({ ...values('id', 'sku', 'key'), attributes: anything }),
  attributes: anything,
  categories,
  categoriesWithAncestors: categories,
  price: record(prices),
  supplyChannel: reference('channel'),
  distributionChannel: reference('channel'),
});

const customLineItem = record({
  ...items,
  name: anything,
  slug: value,
  money,
  price: money,
  taxCategory: reference('tax-category'),
});

/** A price of a variant, as discounts on products see it: before all discounts. */
const { discounted: _discounted, discount: _discount, ...undiscountedPrice } = prices;
const product = record({
  ...values('sku', 'variantId', 'amount', 'centAmount', 'currency', 'currencyCode', 'country'),
  product: record(values('id', 'key')),
  productType: reference('product-type'),
  variant: record(values('id', 'sku', 'key')),
  attributes: anything,
  categories: productCategories,
  categoriesWithAncestors,
  price: record({ ...undiscountedPrice, ...values('amount', 'currency') }),
  customerGroup: reference('customer-group'),
  channel: reference('channel'),
});

const cart = record({
  ...values('id', 'key', 'currency', 'country', 'locale', 'origin', 'customerId'),
  ...times('createdAt', 'lastModifiedAt'),
  ...values('customerEmail', 'anonymousId', 'purchaseOrderNumber', 'totalLineItemQuantity', 'inventoryMode'),
  ...values('cartState', 'taxMode', 'taxRoundingMode', 'taxCalculationMode', 'priceRoundingMode', 'shippingMode'),
  totalPrice: cents,
  taxedPrice: taxed,
  taxedShippingPrice: taxed,
  customer,
  customerGroup: reference('customer-group'),
  store: keyReference,
  businessUnit: keyReference,
  shippingAddress: address,
  billingAddress: address,
  itemShippingAddresses: address,
  shippingInfo,
  shippingRateInput: { ...record({ ...values('type', 'key', 'score'), label: anything }) },
  shippingCustomFields: custom,
  discountCodes: record({ discountCode: record(values('typeId', 'id')) }),
  refusedGifts: record(values('typeId', 'id')),
  paymentInfo: record({ payments: record(values('typeId', 'id')) }),
  custom,
  lineItems: lineItem,
  customLineItems: customLineItem,
});

/** All fields of each kind of value. */
export const predicateFields: Readonly<Record<PredicateScope, FieldName>> = {
  cart,
  lineItems: lineItem,
  customLineItems: customLineItem,
  product,
};

/** The path up to the first name that its holder does not have; undefined where all names are known. */
export const unknownName = ({ scope, steps }: FieldPath): string | undefined => {
  let field: FieldName = predicateFields[scope];
  for (const [at, step] of steps.entries()) {
    if (field.hasAnyMember === true) return undefined;
    const member = field.members?.get(step);
    if (member === undefined) return steps.slice(0, at + 1).join('.');
    field = member;
  }
  return undefined;
};

/** Returns a text that is compared with a field of times but is no time, and the expected form. */
export const wrongTime = ({ scope, steps, texts = [] }: FieldPath): { text: string; expected: string } | undefined => {
  let field: FieldName | undefined = predicateFields[scope];
  for (const step of steps) field = field?.members?.get(step);
  const format = field?.format && timeFormats[field.format];
  const text = format && texts.find(each => !format.test(each));
  return text === undefined ? undefined : { text, expected: format!.expected };
};

/** The types of the resources that have to be read for a field. */
export const typesReadFor = ({ scope, steps }: FieldPath): TypeId[] => {
  const types: TypeId[] = [];
  let field: FieldName | undefined = predicateFields[scope];
  for (const step of steps) {
    if (field?.read !== undefined && !field.read.unless.includes(step)) types.push(field.read.typeId);
    field = field?.members?.get(step);
  }
  // A condition about a whole list, such as `categories is empty`, reads its elements too.
  if (field?.read?.unless.length === 0) types.push(field.read.typeId);
  return types;
};
