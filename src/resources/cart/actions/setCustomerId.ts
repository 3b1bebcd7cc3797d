import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import type { Customer } from '../../customer/index.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';

/** The customer's group comes along; an anonymous cart becomes the customer's. */
export const setCustomerId: Action<Cart> = action(
  { customerId: Optional(NonEmptyText) },
  (cart: Cart, { customerId }, context) => {
    if (customerId === cart.customerId) return unchanged;
    if (customerId === undefined) return { set: { customerId: undefined, customerGroup: undefined } };
    return {
      set: {
        customerId,
        anonymousId: undefined,
        customerGroup: context.load<Customer>('customer', { id: customerId }).customerGroup,
      },
    };
  },
  (_cart, { customerId }: { readonly customerId?: string }) =>
    customerId === undefined ? [] : [{ typeId: 'customer', id: customerId }],
);
