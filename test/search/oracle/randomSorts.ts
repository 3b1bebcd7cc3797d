/** Generates sorts of one to three keys. */
import type { Random } from '../../../examples/sample-shop/choices.js';
import { customFieldNames } from '../../support/search/customFields.js';
import { randomOperand } from './randomOperand.js';
import {
  allowedExpressions,
  type SearchType,
  searchTypeOf,
  searchFields,
  type TableType,
} from '../../support/search/searchFields.js';
import type { WireQuery, WireSort } from '../../support/search/wire.js';
import { projectLanguages } from '../../support/search/randomValues.js';
import type { QuerySource } from './QuerySource.js';

const sortable = ['text', 'keyword', 'localizedText', 'dateTime', 'long'] as const satisfies readonly TableType[];

/** Fields in lists, with other fields of the same elements. */
const siblings: Readonly<Record<string, readonly string[]>> = {
  'lineItems.state.quantity': ['lineItems.state.state.key', 'lineItems.state.state.name', 'lineItems.state.quantity'],
  'customLineItems.state.quantity': ['customLineItems.state.state.key', 'customLineItems.state.state.name'],
  'lineItems.variant.sku': ['lineItems.name', 'lineItems.productId'],
  'lineItems.name': ['lineItems.productId'],
  'lineItems.productId': ['lineItems.name'],
  'returnInfo.returnDate': ['returnInfo.returnTrackingId'],
  'returnInfo.returnTrackingId': ['returnInfo.returnDate'],
  'itemShippingAddresses.city': ['itemShippingAddresses.country', 'itemShippingAddresses.phone'],
  'itemShippingAddresses.lastName': ['itemShippingAddresses.city'],
  'paymentInfo.payments.transactions.interactionId': ['paymentInfo.payments.transactions.id'],
  'paymentInfo.payments.interfaceId': ['paymentInfo.payments.interfaceId'],
};
const lists = [
  'lineItems.',
  'customLineItems.',
  'itemShippingAddresses.',
  'returnInfo.',
  'paymentInfo.payments.',
  'shippingInfo.deliveries.',
];

const localized = new Set<SearchType>(['localizedText', 'LocalizedString', 'LocalizedEnum']);
const languageOf = (random: Random, field: string, customType?: string) =>
  localized.has(searchTypeOf(field, customType)) ? { language: random.pick(projectLanguages) } : {};

const filterOf = (stock: QuerySource, sorted: string): WireQuery => {
  const field = stock.random.pick(siblings[sorted]!);
  const kind = stock.random.pick(allowedExpressions[searchTypeOf(field)]);
  const named = { field, ...languageOf(stock.random, field) };
  return { [kind]: { ...named, ...randomOperand(kind, stock, named) } };
};

/** Picks a sort mode; only numbers have sums and averages. */
const modeOf = (random: Random, field: string): Pick<WireSort, 'mode'> => {
  if (!lists.some(list => field.startsWith(list)) || random.next() < 0.3) return {};
  return {
    mode: random.pick(
      searchTypeOf(field) === 'long' ? (['min', 'max', 'avg', 'sum'] as const) : (['min', 'max'] as const),
    ),
  };
};

const comparable = customFieldNames.filter(({ customType }) => !customType.includes('Boolean'));

/** Sorts by a custom field, a set by its minimum or maximum: the digits of a sum of fractions depend on their order. */
const customSortOf = (random: Random): WireSort => {
  const { field, customType } = random.pick(comparable);
  const mode = customType.startsWith('SetType.') ? { mode: random.pick(['min', 'max'] as const) } : {};
  return { field, customType, ...languageOf(random, field, customType), order: random.pick(['asc', 'desc']), ...mode };
};

const sortOf = (stock: QuerySource): WireSort => {
  const { random } = stock;
  if (random.next() < 0.2) return customSortOf(random);
  const fields = searchFields[random.pick(sortable)].filter(name => name !== 'all');
  const field = random.next() < 0.3 ? random.pick(Object.keys(siblings)) : random.pick(fields);
  return {
    field,
    ...languageOf(random, field),
    order: random.pick(['asc', 'desc']),
    ...modeOf(random, field),
    ...(field in siblings && random.next() < 0.4 && { filter: filterOf(stock, field) }),
  };
};

export const randomSorts = (stock: QuerySource): WireSort[] =>
  Array.from({ length: stock.random.integer(1, 3) }, () => sortOf(stock));
