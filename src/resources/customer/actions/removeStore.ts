import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { type Customer, StoreIdentifier } from '../members.js';
import { withStores } from '../withStores.js';

export const removeStore: Action<Customer> = action(
  { store: StoreIdentifier },
  (customer: Customer, { store: identifier }, context) => {
    const { key } = context.keyReference('store', identifier);
    const others = customer.stores.filter(each => each.key !== key);
    if (others.length === customer.stores.length)
      throw fail('InvalidOperation', { message: `The customer is not assigned to the store '${key}'.` });
    return withStores(customer.stores, others);
  },
);
