/** The customer or anonymous session that a cart belongs to. */
import { fail, invalidOperation } from '../../../base/errors/ApiError.js';
import { action, unchanged, withoutMessages } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { NonEmptyText, Optional } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import type { Payment } from '../payment/members.js';
import { type WithOrderMessages, withPayment } from '../shared/cartAndOrder/actions.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { customerGroupOf, customerNeeds } from '../shared/customer.js';

/** Assigns the cart to a customer, with the customer's group. An anonymous cart is no longer anonymous. */
export const setCustomerId = action(
  { customerId: Optional(NonEmptyText) },
  (cart: Cart, { customerId }, context) => {
    if (customerId === cart.customerId) return unchanged;
    if (customerId === undefined) return { set: { customerId: undefined, customerGroup: undefined } };
    const customerGroup = customerGroupOf(customerId, context);
    return { set: { customerId, anonymousId: undefined, customerGroup } };
  },
  (_cart, { customerId }: { readonly customerId?: string }) => customerNeeds(customerId),
);

/** Sets or removes the customer group of a cart that belongs to no customer. */
export const setCustomerGroup = action(
  { customerGroup: Optional(ResourceIdentifier('customer-group')) },
  (cart: Cart, { customerGroup: given }, context) => {
    if (cart.customerId !== undefined)
      throw invalidOperation('The cart belongs to a customer: its customerGroup is that of the customer.');
    const customerGroup = given && context.reference('customer-group', given);
    return sameValue(cart.customerGroup, customerGroup) ? unchanged : { set: { customerGroup } };
  },
);

/** Assigns the cart to an anonymous session, or to none. */
export const setAnonymousId = action({ anonymousId: Optional(NonEmptyText) }, (cart: Cart, { anonymousId }) => {
  if (anonymousId !== undefined && cart.customerId !== undefined)
    throw invalidOperation('The cart belongs to a customer and cannot belong to an anonymous session as well.');
  return cart.anonymousId === anonymousId ? unchanged : { set: { anonymousId } };
});

/** Customers may only add their own payments and payments without an owner, since a cart shows its payments. */
export const addMyPayment = withoutMessages(
  action(
    { payment: ResourceIdentifier('payment', { load: true }) },
    (cart: WithOrderMessages, { payment }, context) => {
      const { id, customer, anonymousId } = context.load<Payment>('payment', payment);
      if (
        (customer !== undefined && customer.id !== cart.customerId) ||
        (anonymousId !== undefined && anonymousId !== cart.anonymousId)
      )
        throw fail('ReferencedResourceNotFound', { typeId: 'payment', id, identifier: id });
      return withPayment(cart, context.reference('payment', payment));
    },
  ),
);
