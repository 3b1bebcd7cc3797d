import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { type Change, unchanged } from '../../../engine/define/Change.js';
import { type ReferenceValue, ResourceIdentifier } from '../../../schema/reference.js';
import type { Basket } from '../basketMembers.js';

/** The change that adds a payment, with its message. */
export const withPayment = (
  { paymentInfo }: Pick<Basket, 'paymentInfo'>,
  paymentRef: ReferenceValue<'payment'>,
): Change<Basket> => {
  const payments = paymentInfo?.payments ?? [];
  if (payments.some(({ id }) => id === paymentRef.id)) return unchanged;
  return {
    set: { paymentInfo: { payments: [...payments, paymentRef] } },
    messages: [{ type: 'OrderPaymentAdded', paymentRef }],
  };
};

/**
 * Adds a payment (OACT083). The commit refuses a payment of another cart or order: the reference is exclusive
 * (OACT084).
 */
export const addPayment: Action<Basket> = action(
  { payment: ResourceIdentifier('payment') },
  (basket: Basket, { payment }, context) => withPayment(basket, context.reference('payment', payment)),
);
