import { action } from '../../../engine/define/actions.js';
import { unchanged, type Change } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import { customerGroupOf, customerNeeds } from '../../shared/customerGroupOf.js';
import type { Order } from '../members.js';

const referenceTo = (id: string | undefined) => (id === undefined ? undefined : { typeId: 'customer', id });

/** The change that assigns an order to a customer, or to none. */
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
export const setCustomerId: Action<Order> = action(
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
