import { IntegerFrom, List } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Money } from '../../values/money.js';

/** No action sends it: carts send no messages here. */
export const unsentMessages = {
  CartCreated: {
    totalPrice: Money,
    lineItemCount: IntegerFrom(0, 2_147_483_647),
    discountCodesRefs: List(Reference('discount-code')),
  },
};
