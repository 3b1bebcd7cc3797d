import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Cart } from '../../shared/cartMembers.js';

export const setCustomerGroup: Action<Cart> = action(
  { customerGroup: Optional(ResourceIdentifier('customer-group')) },
  (cart: Cart, { customerGroup: given }, context) => {
    if (cart.customerId !== undefined)
      throw fail('InvalidOperation', {
        message: 'The cart belongs to a customer: its customerGroup is that of the customer.',
      });
    const customerGroup = given && context.reference('customer-group', given);
    return sameValue(cart.customerGroup, customerGroup) ? unchanged : { set: { customerGroup } };
  },
);
