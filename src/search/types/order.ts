import {
  longPrefixes,
  type NamedRow,
  rowsOf,
  shortPrefixes,
  textPrefixes,
  compileFields,
} from '../fields/FieldTable.js';
import type { SearchFieldRow } from '../fields/SearchField.js';
import type { Base } from '../../engine/define/Base.js';
import type { CustomFields } from '../../engine/schema/customFields.js';
import { customFields, customValuesOf } from './customFields.js';
import { orderLanguage } from '../query/Dialect.js';
import { defineSearchedType, loadSearched, numbersOf } from '../SearchedType.js';

// The search fields of orders, one row per field (SEARCH046 to SEARCH052).

/** Returns the codes of a member of an address, with the code that it shares with the paired address. */
const codesOf = (
  code: string,
  pairCode: string | undefined,
  letter: string,
): Pick<SearchFieldRow, 'code' | 'pairCode'> => ({
  code: `${code}${letter}`,
  ...(pairCode !== undefined && { pairCode: `${pairCode}${letter}` }),
});

const address = (name: string, code: string, pairCode?: string): Record<string, SearchFieldRow> => ({
  [`${name}.city`]: { ...codesOf(code, pairCode, 'a'), prefixes: shortPrefixes },
  [`${name}.company`]: { ...codesOf(code, pairCode, 'b'), prefixes: shortPrefixes },
  [`${name}.country`]: { ...codesOf(code, pairCode, 'c') },
  [`${name}.firstName`]: { ...codesOf(code, pairCode, 'd'), prefixes: shortPrefixes },
  [`${name}.lastName`]: { ...codesOf(code, pairCode, 'e'), prefixes: shortPrefixes },
  [`${name}.postalCode`]: { ...codesOf(code, pairCode, 'f'), prefixes: shortPrefixes },
});

const phones = (name: string, code: string, pairCode?: string): Record<string, SearchFieldRow> => ({
  [`${name}.mobile`]: { ...codesOf(code, pairCode, 'g'), prefixes: shortPrefixes },
  [`${name}.phone`]: { ...codesOf(code, pairCode, 'h'), prefixes: shortPrefixes },
});

const isReferenced = true;
const isAlwaysPresent = true;
const isDistinct = true;
/** The shared code of the addresses for billing and shipping. */
const addressPair = 'z';
/** The shared code of the clients that created and last changed an order. */
const clientPair = 'zz';

const orderFields: readonly NamedRow[] = [
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
    orderState: { code: 'os', isAlwaysPresent },
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
    createdAt: { code: 'dc', column: 'created', isAlwaysPresent },
    lastModifiedAt: { code: 'dm', column: 'modified', isAlwaysPresent },
    'returnInfo.returnDate': { code: 'dr' },
  }),
  ...rowsOf('keyword', {
    'createdBy.anonymousId': { code: 'ca' },
    'createdBy.externalUserId': { code: 'cx' },
    'lastModifiedBy.anonymousId': { code: 'ma' },
    'lastModifiedBy.externalUserId': { code: 'mx' },
    'customLineItems.state.state.key': { code: 'xk', isReferenced },
    'customerGroup.id': { code: 'gi' },
    id: { code: 'id', prefixes: shortPrefixes, isDistinct, isAlwaysPresent },
    'lineItems.state.state.key': { code: 'lk', isReferenced },
    orderNumber: { code: 'on', prefixes: longPrefixes, isDistinct },
    origin: { code: 'or', isAlwaysPresent },
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
    'totalPrice.currencyCode': { code: 'tc', isAlwaysPresent },
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
    'totalPrice.centAmount': { code: 'ta', column: 'cents', isAlwaysPresent },
    version: { code: 've', column: 'version', isAlwaysPresent },
  }),
];

/** The members of an order, and of the payments that it references, that are lists. */
export const orderLists = [
  'lineItems',
  'lineItems.state',
  'customLineItems',
  'customLineItems.state',
  'itemShippingAddresses',
  'returnInfo',
  'paymentInfo.payments',
  'paymentInfo.payments.transactions',
  'shippingInfo.deliveries',
  'shippingInfo.deliveries.parcels',
];

interface Order extends Base {
  readonly custom?: CustomFields;
  readonly totalPrice: { readonly centAmount: number };
  readonly [member: string]: unknown;
}

/** Types of the resources whose values are searched with the order that references them (SEARCH054). */
const referencedTypeIds = ['state', 'store', 'customer-group', 'payment', 'type'];

/** Order search (SEARCH001 to SEARCH061). */
export const searchedOrder = defineSearchedType({
  typeId: 'order',
  noun: 'order',
  plural: 'orders',
  activationHint: projectKey =>
    'Activate order search by the update action changeOrderSearchStatus of the project, ' +
    `with the status 'Activated', or by quayside search activate --project ${projectKey}.`,
  documentLayout: 3,
  table: compileFields(orderFields, orderLists, [customFields]),
  language: orderLanguage,
  load: (engine, projectKey, ids) =>
    loadSearched<Order>(engine, projectKey, { typeId: 'order', ids, referencedTypeIds }, (order, context) => ({
      members: { ...order, custom: customValuesOf(order.custom, context) },
      numbers: numbersOf(order, order.totalPrice.centAmount),
    })),
});
