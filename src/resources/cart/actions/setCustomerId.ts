import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { customerGroupOf, customerNeeds } from '../../shared/customerGroupOf.js';

/** Assigns the cart to a customer, with the customer's group. An anonymous cart is no longer anonymous. */
export const setCustomerId: Action<Cart> = action(
  { customerId: Optional(NonEmptyText) },
  (cart: Cart, { customerId }, context) => {
    if (customerId === cart.customerId) return unchanged;
    if (customerId === undefined) return { set: { customerId: undefined, customerGroup: undefined } };
    const customerGroup = customerGroupOf(customerId, context);
    return { set: { customerId, anonymousId: undefined, customerGroup } };
  },
  (_cart, { customerId }: { readonly customerId?: string }) => customerNeeds(customerId),
);
