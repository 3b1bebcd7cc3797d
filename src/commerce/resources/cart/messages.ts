import { IntegerFrom, List, Optional } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Money } from '../../values/money.js';
import { EstimatedDelivery } from '../shared/cartAndOrder/shipping.js';

/** No action sends them: carts send no messages here. */
export const unsentMessages = {
  CartCreated: {
    totalPrice: Money,
    lineItemCount: IntegerFrom(0, 2_147_483_647),
    discountCodesRefs: List(Reference('discount-code')),
  },
  CartEstimatedDeliverySet: { estimatedDelivery: Optional(EstimatedDelivery) },
};
