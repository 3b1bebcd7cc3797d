/** Types with a search index: the fields that are compared with words, and the fields for sorting. */
import { projectLanguages } from './projectLanguages';

export interface SearchedType {
  /** Returns conditions, at least one of which must hold. */
  readonly conditionsOf: (words: string, projectKey: string) => readonly object[] | Promise<readonly object[]>;
  /** Top-level members by which the search can sort. */
  readonly sortable: ReadonlySet<string>;
  /** A field with numbers, which can be found by a part within them as well. */
  readonly partsOf?: string;
}

const times = ['id', 'createdAt', 'lastModifiedAt', 'version'] as const;

const prefixes = (fields: readonly string[], value: string): readonly object[] =>
  fields.map(field => ({ prefix: { field, value, caseInsensitive: true } }));

const orders: SearchedType = {
  conditionsOf: value => [
    { fullText: { field: 'all', value } },
    ...prefixes(['orderNumber', 'customerEmail', 'lineItems.variant.sku'], value),
  ],
  sortable: new Set([
    ...times,
    'orderNumber',
    'customerEmail',
    'country',
    'orderState',
    'paymentState',
    'shipmentState',
    'origin',
    'completedAt',
  ]),
  partsOf: 'orderNumber',
};

const customers: SearchedType = {
  conditionsOf: value => [
    { fullText: { field: 'all', value, mustMatch: 'all' } },
    ...prefixes(
      ['email', 'fullName', 'firstName', 'lastName', 'companyName', 'customerNumber', 'key', 'addresses.postalCode'],
      value,
    ),
  ],
  sortable: new Set([...times, 'email', 'firstName', 'lastName', 'customerNumber', 'key', 'companyName']),
};

const products: SearchedType = {
  conditionsOf: async (value, projectKey) => [
    ...(await projectLanguages(projectKey)).map(language => ({
      fullTextPrefix: { field: 'name', language, value, mustMatch: 'all' },
    })),
    ...prefixes(['key', 'variants.sku', 'variants.key'], value),
  ],
  sortable: new Set([...times, 'key']),
};

export const searchedTypes: ReadonlyMap<string, SearchedType> = new Map([
  ['orders', orders],
  ['customers', customers],
  ['products', products],
]);
