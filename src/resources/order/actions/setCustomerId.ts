import { action } from '../../../engine/define/actions.js';
import { unchanged, type Change } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import type { Customer } from '../../customer/index.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Order } from '../members.js';

const referenceTo = (id: string | undefined) => (id === undefined ? undefined : { typeId: 'customer', id });

/** The order as that of a customer, or of none. */
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

/** The customer must exist, and the order takes his group along; prices stay as they are (OACT046 to OACT050). */
export const setCustomerId: Action<Order> = action(
  { customerId: Optional(NonEmptyText) },
  (order: Order, { customerId }, context) => {
    if (customerId === order.customerId) return unchanged;
    return customerChange(
      order,
      customerId,
      customerId === undefined ? undefined : context.load<Customer>('customer', { id: customerId }).customerGroup,
    );
  },
  (_order, { customerId }: { readonly customerId?: string }) =>
    customerId === undefined ? [] : [{ typeId: 'customer', id: customerId }],
);
