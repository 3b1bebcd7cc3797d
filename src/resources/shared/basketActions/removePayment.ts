import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Basket } from '../basketMembers.js';

/** Removes a payment; the message tells whether it was the last one (OACT085). */
export const removePayment: Action<Basket> = action(
  { payment: ResourceIdentifier('payment') },
  (basket: Basket, { payment }, context) => {
    const paymentRef = context.reference('payment', payment);
    const payments = basket.paymentInfo?.payments ?? [];
    const left = payments.filter(({ id }) => id !== paymentRef.id);
    if (left.length === payments.length)
      throw fail('InvalidOperation', { message: `The payment '${paymentRef.id}' is not in the paymentInfo.` });
    const removedPaymentInfo = left.length === 0;
    return {
      set: { paymentInfo: removedPaymentInfo ? undefined : { payments: left } },
      messages: [{ type: 'OrderPaymentRemoved', paymentRef, removedPaymentInfo }],
    };
  },
);
