/**
 * The table of search fields, one row per field (SEARCH046 to SEARCH052). Indexing, matching and sorting of a field
 * follow from its row and its type; no other file names a field.
 */
import type { NumberColumn } from '../../redis/searchIndex/numberColumns.js';

/**
 * The field types of the specification, followed by those that only custom fields have: `number` (NumberType), `string`
 * (StringType, EnumType), `date`, `time` and `instant` (DateType, TimeType, DateTimeType).
 */
export type SearchFieldType =
  | 'boolean'
  | 'long'
  | 'dateTime'
  | 'keyword'
  | 'text'
  | 'localizedText'
  | 'phone'
  | 'number'
  | 'string'
  | 'date'
  | 'time'
  | 'instant';

export const expressionKinds = ['fullText', 'exact', 'prefix', 'range', 'wildcard', 'exists'] as const;
export type ExpressionKind = (typeof expressionKinds)[number];

/** The expressions that are allowed on fields of each type (SEARCH034 to SEARCH045). */
export const allowedExpressions: Readonly<Record<SearchFieldType, readonly ExpressionKind[]>> = {
  boolean: ['exact', 'exists'],
  long: ['exact', 'range', 'exists'],
  dateTime: ['exact', 'range', 'exists'],
  keyword: ['exact', 'prefix', 'wildcard', 'exists'],
  text: ['fullText', 'exact', 'prefix', 'wildcard', 'exists'],
  localizedText: ['fullText', 'exact', 'prefix', 'wildcard', 'exists'],
  phone: ['fullText', 'exact', 'prefix', 'wildcard'],
  number: ['exact', 'range', 'exists'],
  string: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
  date: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
  time: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
  instant: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
};

export interface SearchField {
  /** Name in queries. */
  readonly name: string;
  readonly type: SearchFieldType;
  /** The parts of the name; a list on the path stands for all its elements. */
  readonly path: readonly string[];
  /** Name in the index, of lower-case letters and digits. A change requires a new `documentLayout`. */
  readonly code: string;
  /** Column of a number that every order has exactly once; the index can sort by it. */
  readonly column?: NumberColumn;
  /** Lengths of the indexed prefixes. Other prefixes are searched by the longest indexed one, then checked. */
  readonly prefixes?: readonly number[];
  /**
   * Code of the terms that the field has in common with its twin, where both have the same values: most orders have one
   * address for billing and shipping.
   */
  readonly pairCode?: string;
  /** Whether few orders have the same value. */
  readonly isDistinct?: boolean;
  /** Whether the value comes from a referenced resource, as it was when the order was indexed (SEARCH054). */
  readonly isReferenced?: boolean;
  /** Whether the field stands for all fields with text (SEARCH046, `all`). */
  readonly isAll?: boolean;
  /** Type of a custom field as queries name it: `SetType.StringType`. */
  readonly customType?: CustomType;
  /** The field with each possible type, when a sort names a custom field without its type; an order has one of them. */
  readonly typedVariants?: readonly SearchField[];
}

const fieldTypeByCustomType = {
  BooleanType: 'boolean',
  StringType: 'string',
  LocalizedStringType: 'localizedText',
  EnumType: 'string',
  LocalizedEnumType: 'localizedText',
  NumberType: 'number',
  DateType: 'date',
  TimeType: 'time',
  DateTimeType: 'instant',
} as const satisfies Record<string, SearchFieldType>;

export type InnerCustomType = keyof typeof fieldTypeByCustomType;
export type CustomType = InnerCustomType | `SetType.${InnerCustomType}`;

/** Types of custom fields that can be searched (SEARCH030). */
export const customTypes = [
  ...Object.keys(fieldTypeByCustomType),
  ...Object.keys(fieldTypeByCustomType).map(name => `SetType.${name}`),
] as readonly CustomType[];

export const innerTypeOf = (customType: CustomType): InnerCustomType =>
  customType.replace('SetType.', '') as InnerCustomType;

type Row = Omit<SearchField, 'name' | 'type' | 'path'>;

const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
/** For numbers that merchants assign, which often share a long prefix. */
const longPrefixes = upTo(16);
const shortPrefixes = [2];
const textPrefixes = [2, 4, 8];

const rowsOf = (type: SearchFieldType, rows: Readonly<Record<string, Row>>): SearchField[] =>
  Object.entries(rows).map(([name, row]) => ({ name, type, path: name.split('.'), ...row }));

/** The codes of a member that two addresses have. */
const codesOf = (code: string, pairCode: string | undefined, letter: string): Pick<Row, 'code' | 'pairCode'> => ({
  code: `${code}${letter}`,
  ...(pairCode !== undefined && { pairCode: `${pairCode}${letter}` }),
});

const address = (name: string, code: string, pairCode?: string): Record<string, Row> => ({
  [`${name}.city`]: { ...codesOf(code, pairCode, 'a'), prefixes: shortPrefixes },
  [`${name}.company`]: { ...codesOf(code, pairCode, 'b'), prefixes: shortPrefixes },
  [`${name}.country`]: { ...codesOf(code, pairCode, 'c') },
  [`${name}.firstName`]: { ...codesOf(code, pairCode, 'd'), prefixes: shortPrefixes },
  [`${name}.lastName`]: { ...codesOf(code, pairCode, 'e'), prefixes: shortPrefixes },
  [`${name}.postalCode`]: { ...codesOf(code, pairCode, 'f'), prefixes: shortPrefixes },
});

const phones = (name: string, code: string, pairCode?: string): Record<string, Row> => ({
  [`${name}.mobile`]: { ...codesOf(code, pairCode, 'g'), prefixes: shortPrefixes },
  [`${name}.phone`]: { ...codesOf(code, pairCode, 'h'), prefixes: shortPrefixes },
});

const isReferenced = true;
const isDistinct = true;
/** Of the addresses for billing and shipping. */
const addressPair = 'z';
/** Of the clients that created and last changed an order. */
const clientPair = 'zz';

export const searchFields: readonly SearchField[] = [
  ...rowsOf('text', {
    all: { code: 'all', isAll: true },
    ...address('billingAddress', 'b', addressPair),
    ...address('shippingAddress', 's', addressPair),
    ...address('itemShippingAddresses', 'i'),
    country: { code: 'co' },
    'createdBy.clientId': { code: 'cc', pairCode: clientPair },
    'lastModifiedBy.clientId': { code: 'mc', pairCode: clientPair },
    customerEmail: { code: 'ce', prefixes: textPrefixes },
    'customerGroup.key': { code: 'gk', isReferenced },
    'customerGroup.name': { code: 'gn', isReferenced },
    'lineItems.productId': { code: 'lp' },
    'lineItems.variant.sku': { code: 'ls', prefixes: textPrefixes },
    orderState: { code: 'os' },
    paymentState: { code: 'ps' },
    shipmentState: { code: 'ss' },
    'paymentInfo.payments.paymentMethodInfo.method': { code: 'pm', isReferenced },
    'shippingInfo.shippingMethodName': { code: 'sm' },
  }),
  ...rowsOf('phone', {
    ...phones('billingAddress', 'b', addressPair),
    ...phones('shippingAddress', 's', addressPair),
    ...phones('itemShippingAddresses', 'i'),
  }),
  ...rowsOf('dateTime', {
    completedAt: { code: 'da' },
    createdAt: { code: 'dc', column: 'created' },
    lastModifiedAt: { code: 'dm', column: 'modified' },
    'returnInfo.returnDate': { code: 'dr' },
  }),
  ...rowsOf('keyword', {
    'createdBy.anonymousId': { code: 'ca' },
    'createdBy.externalUserId': { code: 'cx' },
    'lastModifiedBy.anonymousId': { code: 'ma' },
    'lastModifiedBy.externalUserId': { code: 'mx' },
    'customLineItems.state.state.key': { code: 'xk', isReferenced },
    'customerGroup.id': { code: 'gi' },
    id: { code: 'id', prefixes: shortPrefixes, isDistinct },
    'lineItems.state.state.key': { code: 'lk', isReferenced },
    orderNumber: { code: 'on', prefixes: longPrefixes, isDistinct },
    origin: { code: 'or' },
    'paymentInfo.payments.interfaceId': { code: 'pi', prefixes: longPrefixes, isReferenced, isDistinct },
    'paymentInfo.payments.transactions.id': { code: 'ti', prefixes: shortPrefixes, isReferenced, isDistinct },
    'paymentInfo.payments.transactions.interactionId': {
      code: 'tx',
      prefixes: longPrefixes,
      isReferenced,
      isDistinct,
    },
    'returnInfo.returnTrackingId': { code: 'rt', prefixes: longPrefixes, isDistinct },
    'shippingInfo.deliveries.parcels.trackingData.trackingId': {
      code: 'dt',
      prefixes: longPrefixes,
      isDistinct,
    },
    'state.key': { code: 'sk', isReferenced },
    'store.key': { code: 'stk' },
    'totalPrice.currencyCode': { code: 'tc' },
  }),
  ...rowsOf('localizedText', {
    'customLineItems.name': { code: 'xn', prefixes: shortPrefixes },
    'customLineItems.state.state.name': { code: 'xsn', isReferenced },
    'lineItems.name': { code: 'ln', prefixes: shortPrefixes },
    'lineItems.state.state.name': { code: 'lsn', isReferenced },
    'state.name': { code: 'sn', isReferenced },
    'store.name': { code: 'stn', isReferenced },
  }),
  ...rowsOf('long', {
    'customLineItems.state.quantity': { code: 'xq' },
    'lineItems.state.quantity': { code: 'lq' },
    'totalPrice.centAmount': { code: 'ta', column: 'cents' },
    version: { code: 've', column: 'version' },
  }),
];

/** The field with the code of the terms that it has in common with its twin; undefined for a field without one. */
export const pairField = ({ pairCode, ...field }: SearchField): SearchField | undefined =>
  pairCode === undefined ? undefined : { ...field, code: pairCode };

export const fieldByName: ReadonlyMap<string, SearchField> = new Map(searchFields.map(field => [field.name, field]));

/** Creates the row of a custom field, because projects define these fields. */
export const customField = (name: string, customType: CustomType): SearchField => ({
  name: `custom.${name}`,
  type: fieldTypeByCustomType[innerTypeOf(customType)],
  path: ['custom', name],
  customType,
  // Two Types may define fields of the same name with different types.
  code: `cf${customTypes.indexOf(customType).toString(36)}`,
});

/** A custom field without type, as a sort names it: sorts by the value of whatever type the order has (SEARCH056). */
export const untypedCustomField = (name: string): SearchField => ({
  name: `custom.${name}`,
  type: 'string',
  path: ['custom', name],
  code: 'cf',
  typedVariants: customTypes.map(customType => customField(name, customType)),
});

/** Name of the type of a field in the specification and in queries. */
export const fieldTypeName = ({ type, customType, typedVariants }: SearchField): string =>
  customType ?? (typedVariants === undefined ? `${type}Field` : 'custom field');
