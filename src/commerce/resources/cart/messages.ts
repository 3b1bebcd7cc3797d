import { IntegerFrom, List, Optional, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Money } from '../../values/money.js';
import { EstimatedDelivery } from '../shared/cartAndOrder/shipping.js';

export const messages = {
  CartEstimatedDeliverySet: { estimatedDelivery: Optional(EstimatedDelivery) },
  CartFrozen: {},
  CartPurchaseOrderNumberSet: { purchaseOrderNumber: Optional(Text), oldPurchaseOrderNumber: Optional(Text) },
  CartUnfrozen: {},
};

/** The SDK does not know CartCreated, so nothing is sent about a new cart. */
export const unsentMessages = {
  CartCreated: {
    totalPrice: Money,
    lineItemCount: IntegerFrom(0, 2_147_483_647),
    discountCodesRefs: List(Reference('discount-code')),
  },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly cart: typeof messages;
  }
}
