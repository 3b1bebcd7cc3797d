/** Places of an order that hold lists: what a sort filter chooses among (SEARCH058). */
import type { SearchField } from './searchFields.js';

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

const isWithin = (name: string, place: string): boolean => name.startsWith(`${place}.`);

/** The innermost list that has both fields in each of its elements; undefined where no list has. */
export const innermostSharedList = (field: SearchField, other: SearchField): ListPath | undefined =>
  listPaths.findLast(place => isWithin(field.name, place) && isWithin(other.name, place));
