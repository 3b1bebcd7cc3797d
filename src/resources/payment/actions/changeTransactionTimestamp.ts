import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { DateTime, Text } from '../../../schema/primitives.js';
import type { Payment } from '../members.js';
import { findTransaction, withTransaction } from '../transactions.js';

export const changeTransactionTimestamp: Action<Payment> = action(
  { transactionId: Text, timestamp: DateTime },
  (payment: Payment, { transactionId, timestamp }) => {
    const old = findTransaction(payment, transactionId);
    return old.timestamp === timestamp ? unchanged : { set: withTransaction(payment, old, { ...old, timestamp }) };
  },
);
