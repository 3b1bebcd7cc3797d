import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Text } from '../../../schema/primitives.js';
import type { Payment } from '../members.js';
import { findTransaction, withTransaction } from '../transactions.js';

export const changeTransactionInteractionId: Action<Payment> = action(
  { transactionId: Text, interactionId: Text },
  (payment: Payment, { transactionId, interactionId }) => {
    const old = findTransaction(payment, transactionId);
    return old.interactionId === interactionId
      ? unchanged
      : { set: withTransaction(payment, old, { ...old, interactionId }) };
  },
);
