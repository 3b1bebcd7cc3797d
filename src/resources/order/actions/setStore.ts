import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Order } from '../members.js';

/** Assigns an order to a store, or to none. The items are not checked against the store (OACT096, OACT097). */
export const setStore: Action<Order> = action(
  { store: Optional(ResourceIdentifier('store', { load: true })) },
  (order: Order, { store: identifier }, context) => {
    const store = identifier && context.keyReference('store', identifier);
    return sameValue(order.store, store) ? unchanged : { set: { store }, messages: [{ type: 'OrderStoreSet', store }] };
  },
);
