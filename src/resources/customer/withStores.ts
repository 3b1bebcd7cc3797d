import { type Change, unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Customer } from './members.js';

type Stores = Customer['stores'];

/** Changes the stores of a customer, with a message. */
export const withStores = (oldStores: Stores, stores: Stores): Change<Customer> =>
  sameValue(oldStores, stores)
    ? unchanged
    : { set: { stores }, messages: [{ type: 'CustomerStoresSet', stores, oldStores }] };
