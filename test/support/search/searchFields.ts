/** The searchable fields of orders, copied from the specification (SEARCH034 to SEARCH052) and not from the source. */
import type { LeafKind } from './wire.js';

export type TableType = 'text' | 'phone' | 'dateTime' | 'keyword' | 'localizedText' | 'long';
export type CustomKind =
  | 'Boolean'
  | 'Number'
  | 'String'
  | 'Enum'
  | 'Date'
  | 'Time'
  | 'DateTime'
  | 'LocalizedString'
  | 'LocalizedEnum';
export type SearchType = TableType | CustomKind;

const addressText = (name: string) =>
  ['city', 'company', 'country', 'firstName', 'lastName', 'postalCode'].map(member => `${name}.${member}`);

export const searchFields: Readonly<Record<TableType, readonly string[]>> = {
  text: [
    'all',
    ...addressText('billingAddress'),
    ...addressText('shippingAddress'),
    ...addressText('itemShippingAddresses'),
    'country',
    'createdBy.clientId',
    'lastModifiedBy.clientId',
    'customerEmail',
    'customerGroup.key',
    'customerGroup.name',
    'lineItems.productId',
    'lineItems.variant.sku',
    'orderState',
    'paymentState',
    'shipmentState',
    'paymentInfo.payments.paymentMethodInfo.method',
    'shippingInfo.shippingMethodName',
  ],
  phone: [
    'billingAddress.mobile',
    'billingAddress.phone',
    'shippingAddress.mobile',
    'shippingAddress.phone',
    'itemShippingAddresses.mobile',
    'itemShippingAddresses.phone',
  ],
  dateTime: ['completedAt', 'createdAt', 'lastModifiedAt', 'returnInfo.returnDate'],
  keyword: [
    'createdBy.anonymousId',
    'createdBy.externalUserId',
    'lastModifiedBy.anonymousId',
    'lastModifiedBy.externalUserId',
    'customLineItems.state.state.key',
    'customerGroup.id',
    'id',
    'lineItems.state.state.key',
    'orderNumber',
    'origin',
    'paymentInfo.payments.interfaceId',
    'paymentInfo.payments.transactions.id',
    'paymentInfo.payments.transactions.interactionId',
    'returnInfo.returnTrackingId',
    'shippingInfo.deliveries.parcels.trackingData.trackingId',
    'state.key',
    'store.key',
    'totalPrice.currencyCode',
  ],
  localizedText: [
    'customLineItems.name',
    'customLineItems.state.state.name',
    'lineItems.name',
    'lineItems.state.state.name',
    'state.name',
    'store.name',
  ],
  long: ['customLineItems.state.quantity', 'lineItems.state.quantity', 'totalPrice.centAmount', 'version'],
};

const textual = ['fullText', 'exact', 'prefix', 'wildcard', 'exists'] as const;
const ordered = ['exact', 'prefix', 'range', 'wildcard', 'exists'] as const;
const numeric = ['exact', 'range', 'exists'] as const;

export const allowedExpressions: Readonly<Record<SearchType, readonly LeafKind[]>> = {
  text: textual,
  localizedText: textual,
  LocalizedString: textual,
  LocalizedEnum: textual,
  phone: ['fullText', 'exact', 'prefix', 'wildcard'],
  keyword: ['exact', 'prefix', 'wildcard', 'exists'],
  dateTime: numeric,
  long: numeric,
  Number: numeric,
  Boolean: ['exact', 'exists'],
  String: ordered,
  Enum: ordered,
  Date: ordered,
  Time: ordered,
  DateTime: ordered,
};

const typeOfField = new Map(
  Object.entries(searchFields).flatMap(([type, fields]) => fields.map(field => [field, type as TableType] as const)),
);

/** Returns the type that an expression compares by; for a set of custom values, the type of its elements. */
export const searchTypeOf = (field: string, customType?: string): SearchType => {
  if (customType !== undefined) return customType.replace('SetType.', '').replace(/Type$/, '') as CustomKind;
  const type = typeOfField.get(field);
  if (type === undefined) throw new Error(`orders cannot be searched by ${field}`);
  return type;
};
