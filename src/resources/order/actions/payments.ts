import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Order } from '../members.js';

/** OACT083, OACT084: that no other order has it, the commit checks: the reference is exclusive. */
export const addPayment: Action<Order> = action(
  { payment: ResourceIdentifier('payment') },
  (order: Order, { payment }, context) => {
    const paymentRef = context.reference('payment', payment);
    const payments = order.paymentInfo?.payments ?? [];
    if (payments.some(({ id }) => id === paymentRef.id)) return unchanged;
    return {
      set: { paymentInfo: { payments: [...payments, paymentRef] } },
      messages: [{ type: 'OrderPaymentAdded', paymentRef }],
    };
  },
);

/** OACT085 */
export const removePayment: Action<Order> = action(
  { payment: ResourceIdentifier('payment') },
  (order: Order, { payment }, context) => {
    const paymentRef = context.reference('payment', payment);
    const payments = order.paymentInfo?.payments ?? [];
    const left = payments.filter(({ id }) => id !== paymentRef.id);
    if (left.length === payments.length)
      throw fail('InvalidOperation', { message: `The payment '${paymentRef.id}' is not one of those named here.` });
    const removedPaymentInfo = left.length === 0;
    return {
      set: { paymentInfo: removedPaymentInfo ? undefined : { payments: left } },
      messages: [{ type: 'OrderPaymentRemoved', paymentRef, removedPaymentInfo }],
    };
  },
);
