import type { SearchField } from './searchFields.js';

/** Members of an order, and of the payments that it references, that are lists. */
export const listPaths = [
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
] as const;
export type ListPath = (typeof listPaths)[number];

const isInList = (name: string, path: string): boolean => name.startsWith(`${path}.`);

/** The innermost list that contains a field; undefined for a field outside of lists. */
export const innermostList = ({ name }: SearchField): ListPath | undefined =>
  listPaths.findLast(path => isInList(name, path));

/** The innermost list that contains both fields in each of its elements (SEARCH058). */
export const innermostSharedList = (field: SearchField, other: SearchField): ListPath | undefined =>
  listPaths.findLast(path => isInList(field.name, path) && isInList(other.name, path));
