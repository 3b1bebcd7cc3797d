import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Basket } from '../basketMembers.js';

/** Adds a payment (OACT083). The commit refuses a payment of another cart or order: the reference is exclusive (OACT084). */
export const addPayment: Action<Basket> = action(
  { payment: ResourceIdentifier('payment') },
  (basket: Basket, { payment }, context) => {
    const paymentRef = context.reference('payment', payment);
    const payments = basket.paymentInfo?.payments ?? [];
    if (payments.some(({ id }) => id === paymentRef.id)) return unchanged;
    return {
      set: { paymentInfo: { payments: [...payments, paymentRef] } },
      messages: [{ type: 'OrderPaymentAdded', paymentRef }],
    };
  },
);
