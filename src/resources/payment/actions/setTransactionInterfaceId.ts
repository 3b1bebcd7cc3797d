import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional, Text } from '../../../schema/primitives.js';
import type { Payment } from '../members.js';
import { findTransaction, withTransaction } from '../transactions.js';

export const setTransactionInterfaceId: Action<Payment> = action(
  { transactionId: Text, interfaceId: Optional(Text) },
  (payment: Payment, { transactionId, interfaceId }) => {
    const old = findTransaction(payment, transactionId);
    if (old.interfaceId === interfaceId) return unchanged;
    return {
      set: withTransaction(payment, old, { ...old, interfaceId }),
      messages: [
        {
          type: 'PaymentTransactionInterfaceIdSet',
          transactionId,
          newInterfaceId: interfaceId,
          oldInterfaceId: old.interfaceId,
        },
      ],
    };
  },
);
