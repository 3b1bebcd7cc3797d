import { action } from '../../engine/define/actions.js';
import { type Change, unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Action } from '../../engine/define/Action.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { Identifier } from '../../schema/reference.js';
import { type Customer, StoreIdentifier, StoreIdentifiers } from './members.js';

type Stores = Customer['stores'];

/** Each store once. */
export const storesOf = (identifiers: readonly Identifier[], context: Context): Stores => [
  ...new Map(
    identifiers.map(identifier => context.keyReference('store', identifier)).map(store => [store.key, store]),
  ).values(),
];

const changed = (oldStores: Stores, stores: Stores): Change<Customer> =>
  sameValue(oldStores, stores)
    ? unchanged
    : { set: { stores }, messages: [{ type: 'CustomerStoresSet', stores, oldStores }] };

export const setStores: Action<Customer> = action(
  { stores: StoreIdentifiers },
  (customer: Customer, { stores }, context) => changed(customer.stores, storesOf(stores, context)),
);

export const addStore: Action<Customer> = action(
  { store: StoreIdentifier },
  (customer: Customer, { store: identifier }, context) => {
    const store = context.keyReference('store', identifier);
    if (customer.stores.length >= StoreIdentifiers.maxItems!)
      throw fail('InvalidOperation', {
        message: `The customer has ${customer.stores.length} stores; expected no more.`,
      });
    return customer.stores.some(({ key }) => key === store.key)
      ? unchanged
      : changed(customer.stores, [...customer.stores, store]);
  },
);

export const removeStore: Action<Customer> = action(
  { store: StoreIdentifier },
  (customer: Customer, { store: identifier }, context) => {
    const { key } = context.keyReference('store', identifier);
    const others = customer.stores.filter(each => each.key !== key);
    if (others.length === customer.stores.length)
      throw fail('InvalidOperation', { message: `The customer is not assigned to the store '${key}'.` });
    return changed(customer.stores, others);
  },
);
