import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { type Customer, StoreIdentifiers } from '../members.js';
import { withStores } from '../withStores.js';
import { toStoreReferences } from '../../shared/toStoreReferences.js';

export const setStores: Action<Customer> = action(
  { stores: StoreIdentifiers },
  (customer: Customer, { stores }, context) => withStores(customer.stores, toStoreReferences(stores, context)),
);
