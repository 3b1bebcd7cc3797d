import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { toPaymentMethodInfo } from '../drafts.js';
import { methodInfoDraftMembers, type Payment } from '../members.js';

export const setMethodInfo: Action<Payment> = action(methodInfoDraftMembers, (payment: Payment, draft, context) => {
  const paymentMethodInfo = toPaymentMethodInfo(draft, context);
  return sameValue(payment.paymentMethodInfo, paymentMethodInfo) ? unchanged : { set: { paymentMethodInfo } };
});
