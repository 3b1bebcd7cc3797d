import { action, unchanged, type Action } from '../../../engine/actions.js';
import type { Customer } from '../../customer/index.js';
import { NonEmptyText, Optional } from '../../types/basic.js';
import type { Order } from '../members.js';

const referenceTo = (id: string | undefined) => (id === undefined ? undefined : { typeId: 'customer', id });

/** The customer must exist, and the order takes his group along; prices stay as they are (OACT046 to OACT050). */
export const setCustomerId: Action<Order> = action(
  { customerId: Optional(NonEmptyText) },
  (order: Order, { customerId }, context) => {
    const { customerId: oldId, customerGroup: oldCustomerGroup } = order;
    if (customerId === oldId) return unchanged;
    const customerGroup = customerId === undefined ? undefined : context.load<Customer>('customer', { id: customerId }).customerGroup;
    return {
      set: { customerId, customerGroup },
      messages: [{ type: 'OrderCustomerSet', customer: referenceTo(customerId), customerGroup, oldCustomer: referenceTo(oldId), oldCustomerGroup }],
    };
  },
  (_order, { customerId }: { readonly customerId?: string }) => (customerId === undefined ? [] : [{ typeId: 'customer', id: customerId }]),
);
