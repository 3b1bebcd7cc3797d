import { required } from '../../../errors/required.js';
import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import { type Customer, StoreIdentifier, StoreIdentifiers } from '../members.js';
import { withStores } from '../withStores.js';

export const addStore: Action<Customer> = action(
  { store: StoreIdentifier },
  (customer: Customer, { store: identifier }, context) => {
    const store = context.keyReference('store', identifier);
    const storesMax = required(StoreIdentifiers.maxItems, 'the limit of stores');
    if (customer.stores.length >= storesMax)
      throw fail('InvalidOperation', { message: `The customer has ${storesMax} stores, which is the most.` });
    return customer.stores.some(({ key }) => key === store.key)
      ? unchanged
      : withStores(customer.stores, [...customer.stores, store]);
  },
);
