import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Text } from '../../../schema/primitives.js';
import { type Payment, TransactionState } from '../members.js';
import { findTransaction, withTransaction } from '../transactions.js';

export const changeTransactionState: Action<Payment> = action(
  { transactionId: Text, state: TransactionState },
  (payment: Payment, { transactionId, state }) => {
    const old = findTransaction(payment, transactionId);
    if (old.state === state) return unchanged;
    return {
      set: withTransaction(payment, old, { ...old, state }),
      messages: [{ type: 'PaymentTransactionStateChanged', transactionId, state }],
    };
  },
);
