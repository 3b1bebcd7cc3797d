/** Minimal drafts, to which tests add the members that they check, and Types of custom fields. */
import { randomInt, randomUUID } from 'node:crypto';
import type {
  CustomLineItemImportDraft,
  LineItemImportDraft,
  OrderImportDraft,
  ProductDraft,
  StateDraft,
} from '@commercetools/platform-sdk';

export const newKey = (prefix = 'k'): string => `${prefix}-${randomUUID()}`;
export const referenceTo = <T extends string>(typeId: T, { id }: { readonly id: string }) => ({ typeId, id });
export const money = (centAmount: number, currencyCode = 'EUR') => ({ currencyCode, centAmount });

export const lineItemDraft = (changes: Partial<LineItemImportDraft> = {}): LineItemImportDraft => ({
  name: { en: 'Rain jacket' },
  variant: { sku: 'JACKET-1' },
  quantity: 2,
  price: { value: money(1_000) },
  ...changes,
});

export const orderDraft = (changes: Partial<OrderImportDraft> = {}): OrderImportDraft => ({
  totalPrice: money(2_000),
  lineItems: [lineItemDraft()],
  ...changes,
});

export const stateDraft = (changes: Partial<StateDraft> = {}): StateDraft => ({
  key: newKey('state'),
  type: 'OrderState',
  ...changes,
});

export const customLineItemDraft = (changes: Partial<CustomLineItemImportDraft> = {}): CustomLineItemImportDraft => ({
  name: { en: 'Gift wrap' },
  slug: newKey('wrap'),
  quantity: 2,
  money: money(200),
  ...changes,
});

export const attributeDraft = (name: string, type: object = { name: 'text' }, changes: object = {}) => ({
  name,
  type,
  label: { en: name },
  isRequired: false,
  ...changes,
});

export const productTypeDraft = (attributes: readonly object[] = [], changes: object = {}) => ({
  name: 'Jackets',
  description: 'Against rain',
  attributes,
  ...changes,
});

export const productDraft = (
  productType: { readonly id?: string; readonly key?: string },
  changes: Partial<ProductDraft> = {},
) => ({
  productType: { typeId: 'product-type' as const, ...productType },
  name: { en: 'Rain jacket' },
  slug: { en: newKey('jacket') },
  ...changes,
});

const sortOrderMax = 1_000_000_000;

export const newSortOrder = (): string => `0.${randomInt(sortOrderMax)}7`;

/** Returns a discount of ten percent on all products, with a unique sortOrder. */
export const productDiscountDraft = (changes: object = {}) => ({
  name: { en: 'Sale' },
  value: { type: 'relative', permyriad: 1_000 },
  predicate: '1 = 1',
  sortOrder: newSortOrder(),
  isActive: true,
  ...changes,
});

/** Returns a discount of ten percent on all line items, with a unique sortOrder. */
export const cartDiscountDraft = (changes: object = {}) => ({
  name: { en: 'Sale' },
  value: { type: 'relative', permyriad: 1_000 },
  cartPredicate: '1 = 1',
  target: { type: 'lineItems', predicate: 'true' },
  sortOrder: newSortOrder(),
  ...changes,
});

/** Returns a category with a unique slug. */
export const categoryDraft = (changes: object = {}) => ({
  name: { en: 'Shoes' },
  slug: { en: newKey('slug') },
  orderHint: '0.5',
  ...changes,
});

export const shippingRate = (centAmount: number, currencyCode = 'EUR', more: object = {}) => ({
  price: money(centAmount, currencyCode),
  ...more,
});
export const shippingRateTiers = [
  { type: 'CartValue', minimumCentAmount: 5_000, price: money(300) },
  { type: 'CartValue', minimumCentAmount: 1_000, price: money(400) },
  { type: 'CartClassification', value: 'Heavy', price: money(900) },
  { type: 'CartScore', score: 1, price: money(100) },
  { type: 'CartScore', score: 10, priceFunction: { currencyCode: 'EUR', function: '(200 * x) - 1' } },
] as const;

export const fieldDefinition = (name: string, type: object, required = false) => ({
  name,
  label: { en: name },
  required,
  type,
});

const noteAndCount = [fieldDefinition('note', { name: 'String' }), fieldDefinition('count', { name: 'Number' })];

/** Creates a Type for some resources, with a text `note` and a number `count` unless other fields are given. */
export const createType = <R>(
  createIn: (path: string, draft: object) => Promise<R>,
  resourceTypeIds: readonly string[],
  fieldDefinitions: readonly object[] = noteAndCount,
): Promise<R> => createIn('types', { key: newKey('type'), name: { en: 'Type' }, resourceTypeIds, fieldDefinitions });
