/** Why a common change of an order cannot be made now, as the key of a text; undefined where it can. */
import { type Payment, refundable } from '../payments/Payment';
import type { Order } from './Order';
import { deliveredItems, leftOf, returnedItems, type Quantities } from './QuantityFields';

const isUsedUp = (left: Quantities): boolean => Object.values(left).every(quantity => quantity === 0);

const deliveryReason = (order: Order): string | undefined => {
  if (order.shippingInfo === undefined) return 'reason.noShipping';
  return isUsedUp(leftOf(order, deliveredItems(order))) ? 'reason.allShipped' : undefined;
};

const refundReason = (payments: readonly Payment[]): string | undefined => {
  if (payments.length === 0) return 'reason.noPayment';
  return payments.some(payment => refundable(payment) > 0) ? undefined : 'reason.nothingCharged';
};

export const reasonsOf = (order: Order, payments: readonly Payment[]) => ({
  delivery: deliveryReason(order),
  return: isUsedUp(leftOf(order, returnedItems(order))) ? 'reason.allReturned' : undefined,
  refund: refundReason(payments),
  cancel: order.orderState === 'Cancelled' ? 'reason.isCancelled' : undefined,
});
