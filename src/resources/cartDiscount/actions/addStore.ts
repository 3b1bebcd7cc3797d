import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { type CartDiscount, StoreIdentifier } from '../members.js';

export const addStore: Action<CartDiscount> = action(
  { store: StoreIdentifier },
  ({ stores }: CartDiscount, { store: identifier }, context) => {
    const store = context.keyReference('store', identifier);
    if (stores.some(({ key }) => key === store.key)) return unchanged;
    return { set: { stores: [...stores, store] }, messages: [{ type: 'CartDiscountStoreAdded', store }] };
  },
);
