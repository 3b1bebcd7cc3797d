/** Returns the key of the text why a common change of an order is not possible now; undefined if it is possible. */
import { type Payment, refundable } from '../payments/Payment';
import type { WorkflowState } from '../workflow/workflowStates';
import type { Order } from './Order';
import { isDelivered, workflowStep } from './orderStates';
import { deliveredItems, leftOf, returnedItems, type Quantities } from './QuantityFields';

const isUsedUp = (left: Quantities): boolean => Object.values(left).every(quantity => quantity === 0);

const deliveryReason = (order: Order): string | undefined => {
  if (order.orderState === 'Cancelled') return 'reason.isCancelled';
  if (order.shippingInfo === undefined) return 'reason.noShipping';
  return isUsedUp(leftOf(order, deliveredItems(order))) ? 'reason.allShipped' : undefined;
};

const refundReason = (payments: readonly Payment[]): string | undefined => {
  if (payments.length === 0) return 'reason.noPayment';
  return payments.some(payment => refundable(payment) > 0) ? undefined : 'reason.nothingCharged';
};

export const cancelReason = (order: Order, states: readonly WorkflowState[]): string | undefined => {
  if (order.orderState === 'Cancelled') return 'reason.isCancelled';
  if (isDelivered(order, states)) return 'reason.isDelivered';
  const { unreachable } = workflowStep(order, states, { orderState: 'Cancelled' });
  return unreachable === undefined ? undefined : 'reason.workflowForbids';
};

export const reasonsOf = (order: Order, payments: readonly Payment[], states: readonly WorkflowState[]) => ({
  delivery: deliveryReason(order),
  return: isUsedUp(leftOf(order, returnedItems(order))) ? 'reason.allReturned' : undefined,
  refund: refundReason(payments),
  cancel: cancelReason(order, states),
});
