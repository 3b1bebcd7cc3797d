/** Why a common change of an order cannot be made now, as the key of a text; undefined where it can. */
import { refundable, type Order, type Payment } from './Order';
import { deliveredItems, leftOf, returnedItems, type Quantities } from './QuantityFields';

const isUsedUp = (left: Quantities): boolean => Object.values(left).every(quantity => quantity === 0);

const deliveryReason = (order: Order): string | undefined => {
  if (order.shippingInfo === undefined) return 'reason.noShipping';
  return isUsedUp(leftOf(order, deliveredItems(order))) ? 'reason.allShipped' : undefined;
};

const refundReason = (payment: Payment | undefined): string | undefined => {
  if (payment === undefined) return 'reason.noPayment';
  return refundable(payment) > 0 ? undefined : 'reason.nothingCharged';
};

export const reasonsOf = (order: Order, payment: Payment | undefined) => ({
  delivery: deliveryReason(order),
  return: isUsedUp(leftOf(order, returnedItems(order))) ? 'reason.allReturned' : undefined,
  refund: refundReason(payment),
  cancel: order.orderState === 'Cancelled' ? 'reason.isCancelled' : undefined,
});
