/** The customer and the store of an order. */
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { action, type Change, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { NonEmptyText, Optional } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { customerGroupOf, customerNeeds } from '../shared/customer.js';
import type { Order } from './members.js';

/** Returns the change that assigns an order to a customer, or to none. */
export const customerChange = (
  { customerId: oldId, customerGroup: oldCustomerGroup }: Order,
  customerId: string | undefined,
  customerGroup: Order['customerGroup'],
): Change<Order> => ({
  set: { customerId, customerGroup },
  messages: [
    {
      type: 'OrderCustomerSet',
      customer: referenceTo(customerId),
      customerGroup,
      oldCustomer: referenceTo(oldId),
      oldCustomerGroup,
    },
  ],
});

/** Assigns the order to an existing customer, with the customer's group. Prices do not change (OACT046 to OACT050). */
export const setCustomerId = action(
  { customerId: Optional(NonEmptyText) },
  (order: Order, { customerId }, context) => {
    if (customerId === order.customerId) return unchanged;
    return customerChange(
      order,
      customerId,
      customerId === undefined ? undefined : customerGroupOf(customerId, context),
    );
  },
  (_order, { customerId }: { readonly customerId?: string }) => customerNeeds(customerId),
);

/** Assigns an order to another store, or to none. The items are not checked against the store (OACT096, OACT097). */
export const setStore = action(
  { store: Optional(ResourceIdentifier('store', { load: true })) },
  (order: Order, { store: identifier }, context) => {
    const store = identifier && context.keyReference('store', identifier);
    if (sameValue(order.store, store))
      throw invalidOperation(
        store === undefined ? 'The order is in no store.' : `The order is in the store '${store.key}' already.`,
      );
    return { set: { store }, messages: [{ type: 'OrderStoreSet', store, oldStore: order.store }] };
  },
);

const referenceTo = (id: string | undefined) => (id === undefined ? undefined : ({ typeId: 'customer', id } as const));
