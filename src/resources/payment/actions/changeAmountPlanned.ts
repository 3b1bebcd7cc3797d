import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { MoneyDraft, moneyOf } from '../../../schema/money.js';
import type { Payment } from '../members.js';

export const changeAmountPlanned: Action<Payment> = action({ amount: MoneyDraft }, (payment: Payment, { amount }) => {
  const amountPlanned = moneyOf(amount);
  return sameValue(payment.amountPlanned, amountPlanned) ? unchanged : { set: { amountPlanned } };
});
