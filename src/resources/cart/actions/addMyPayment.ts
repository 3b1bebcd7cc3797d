import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import type { Payment } from '../../payment/members.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Cart } from '../../shared/cartMembers.js';
import { withPayment } from '../../shared/basketActions/addPayment.js';

/** Customers may only add their own payments and payments without an owner, since a cart shows its payments. */
export const addMyPayment: Action<Cart> = action(
  { payment: ResourceIdentifier('payment', { load: true }) },
  (cart: Cart, { payment }, context) => {
    const { id, customer, anonymousId } = context.load<Payment>('payment', payment);
    if (
      (customer !== undefined && customer.id !== cart.customerId) ||
      (anonymousId !== undefined && anonymousId !== cart.anonymousId)
    )
      throw fail('ReferencedResourceNotFound', { typeId: 'payment', id, identifier: id });
    return withPayment(cart, context.reference('payment', payment));
  },
);
