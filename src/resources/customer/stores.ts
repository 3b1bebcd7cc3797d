import { type Change, unchanged } from '../../engine/define/Change.js';
import type { Context } from '../../engine/define/Context.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Identifier } from '../../schema/reference.js';
import type { Customer } from './members.js';

type Stores = Customer['stores'];

/** Each store once. */
export const storesOf = (identifiers: readonly Identifier[], context: Context): Stores => [
  ...new Map(
    identifiers.map(identifier => context.keyReference('store', identifier)).map(store => [store.key, store]),
  ).values(),
];

export const withStores = (oldStores: Stores, stores: Stores): Change<Customer> =>
  sameValue(oldStores, stores)
    ? unchanged
    : { set: { stores }, messages: [{ type: 'CustomerStoresSet', stores, oldStores }] };
