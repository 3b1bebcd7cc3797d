/** Types with a search index: what words are compared with, and what the search sorts by. */
import { projectLanguages } from './projectLanguages';

export interface SearchedType {
  /** Conditions of which one must hold. */
  readonly conditionsOf: (words: string, projectKey: string) => readonly object[] | Promise<readonly object[]>;
  /** Members at the top of a resource. */
  readonly sortable: ReadonlySet<string>;
  /** A field with numbers, which are found by a part within them as well. */
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
