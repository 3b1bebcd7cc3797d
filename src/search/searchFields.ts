/**
 * What orders can be searched by (SEARCH046 to SEARCH052): one row a field. How a field is written into the index, matched
 * and sorted follows from its row and its type; nothing else names a field.
 */

/**
 * The specification's field types, and behind them those that custom fields have of their own: `number` (NumberType),
 * `string` (StringType, EnumType), `date`, `time` and `instant` (DateType, TimeType, DateTimeType).
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

/** SEARCH034 to SEARCH045 */
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

/** Numbers that every order has exactly one of stand in columns of their own, which the index can sort by. */
export const numberColumns = ['created', 'modified', 'cents', 'version'] as const;
export type NumberColumn = (typeof numberColumns)[number];

export interface SearchField {
  /** As a query names it. */
  readonly name: string;
  readonly type: SearchFieldType;
  /** The name, split; lists on the way count with all their elements. */
  readonly path: readonly string[];
  /** Names the field in the index: lower-case letters and digits, for good (changing one means a new `layout`). */
  readonly code: string;
  readonly column?: NumberColumn;
  /** Prefixes of so many characters are indexed; others are looked up by the longest one that is, and checked. */
  readonly prefixes?: readonly number[];
  /** The value is another resource's, as it was when the order was indexed (SEARCH054). */
  readonly isReferenced?: boolean;
  /** Stands for all fields with text (readings: SEARCH046 `all`). */
  readonly isAll?: boolean;
  /** Of custom fields, as the query says it: `SetType.StringType`. */
  readonly customType?: CustomType;
  /** Of a custom field whose type is not told, as sorting allows: the field in each type that it may have; an order has one. */
  readonly typedVariants?: readonly SearchField[];
}

const inner = {
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

export type InnerCustomType = keyof typeof inner;
export type CustomType = InnerCustomType | `SetType.${InnerCustomType}`;

/** SEARCH030 */
export const customTypes = [
  ...Object.keys(inner),
  ...Object.keys(inner).map(name => `SetType.${name}`),
] as readonly CustomType[];

export const innerTypeOf = (customType: CustomType): InnerCustomType =>
  customType.replace('SetType.', '') as InnerCustomType;

type Row = Omit<SearchField, 'name' | 'type' | 'path'>;

const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
/** Numbers that merchants give, which begin alike. */
const numbered = upTo(16);
const few = [2];

const rowsOf = (type: SearchFieldType, rows: Readonly<Record<string, Row>>): SearchField[] =>
  Object.entries(rows).map(([name, row]) => ({ name, type, path: name.split('.'), ...row }));

const address = (name: string, code: string): Record<string, Row> => ({
  [`${name}.city`]: { code: `${code}a`, prefixes: few },
  [`${name}.company`]: { code: `${code}b`, prefixes: few },
  [`${name}.country`]: { code: `${code}c` },
  [`${name}.firstName`]: { code: `${code}d`, prefixes: few },
  [`${name}.lastName`]: { code: `${code}e`, prefixes: few },
  [`${name}.postalCode`]: { code: `${code}f`, prefixes: few },
});

const phones = (name: string, code: string): Record<string, Row> => ({
  [`${name}.mobile`]: { code: `${code}g`, prefixes: few },
  [`${name}.phone`]: { code: `${code}h`, prefixes: few },
});

const isReferenced = true;

export const searchFields: readonly SearchField[] = [
  ...rowsOf('text', {
    all: { code: 'all', isAll: true },
    ...address('billingAddress', 'b'),
    ...address('shippingAddress', 's'),
    ...address('itemShippingAddresses', 'i'),
    country: { code: 'co' },
    'createdBy.clientId': { code: 'cc' },
    'lastModifiedBy.clientId': { code: 'mc' },
    customerEmail: { code: 'ce', prefixes: [1, 2, 3, 4, 6, 8] },
    'customerGroup.key': { code: 'gk', isReferenced },
    'customerGroup.name': { code: 'gn', isReferenced },
    'lineItems.productId': { code: 'lp' },
    'lineItems.variant.sku': { code: 'ls', prefixes: [1, 2, 3, 4, 6, 8] },
    orderState: { code: 'os' },
    paymentState: { code: 'ps' },
    shipmentState: { code: 'ss' },
    'paymentInfo.payments.paymentMethodInfo.method': { code: 'pm', isReferenced },
    'shippingInfo.shippingMethodName': { code: 'sm' },
  }),
  ...rowsOf('phone', {
    ...phones('billingAddress', 'b'),
    ...phones('shippingAddress', 's'),
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
    id: { code: 'id', prefixes: [2, 4] },
    'lineItems.state.state.key': { code: 'lk', isReferenced },
    orderNumber: { code: 'on', prefixes: numbered },
    origin: { code: 'or' },
    'paymentInfo.payments.interfaceId': { code: 'pi', prefixes: numbered, isReferenced },
    'paymentInfo.payments.transactions.id': { code: 'ti', prefixes: [2, 4], isReferenced },
    'paymentInfo.payments.transactions.interactionId': { code: 'tx', prefixes: numbered, isReferenced },
    'returnInfo.returnTrackingId': { code: 'rt', prefixes: numbered },
    'shippingInfo.deliveries.parcels.trackingData.trackingId': { code: 'dt', prefixes: numbered },
    'state.key': { code: 'sk', isReferenced },
    'store.key': { code: 'stk' },
    'totalPrice.currencyCode': { code: 'tc' },
  }),
  ...rowsOf('localizedText', {
    'customLineItems.name': { code: 'xn', prefixes: few },
    'customLineItems.state.state.name': { code: 'xsn', isReferenced },
    'lineItems.name': { code: 'ln', prefixes: few },
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

export const fieldByName: ReadonlyMap<string, SearchField> = new Map(searchFields.map(field => [field.name, field]));

/** Custom fields are named by projects: a row for each is made where one is asked for. */
export const customField = (name: string, customType: CustomType): SearchField => ({
  name: `custom.${name}`,
  type: inner[innerTypeOf(customType)],
  path: ['custom', name],
  customType,
  // Two Types may give one name to fields of different kinds.
  code: `cf${customTypes.indexOf(customType).toString(36)}`,
});

/** SEARCH056: a sort names no customType, so that it takes what the order holds. */
export const untypedCustomField = (name: string): SearchField => ({
  name: `custom.${name}`,
  type: 'string',
  path: ['custom', name],
  code: 'cf',
  typedVariants: customTypes.map(customType => customField(name, customType)),
});

/** How the specification and a query call the type of a field. */
export const fieldTypeName = ({ type, customType, typedVariants }: SearchField): string =>
  customType ?? (typedVariants === undefined ? `${type}Field` : 'custom field');
