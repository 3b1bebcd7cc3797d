import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { type Customer, StoreIdentifiers } from '../members.js';
import { changed, storesOf } from '../stores.js';

export const setStores: Action<Customer> = action(
  { stores: StoreIdentifiers },
  (customer: Customer, { stores }, context) => changed(customer.stores, storesOf(stores, context)),
);
