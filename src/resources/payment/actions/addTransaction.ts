import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { toTransaction } from '../drafts.js';
import { type Payment, TransactionDraft } from '../members.js';

export const addTransaction: Action<Payment> = action(
  { transaction: TransactionDraft },
  ({ transactions }: Payment, { transaction: draft }, context) => {
    const transaction = toTransaction(draft, context);
    return {
      set: { transactions: [...transactions, transaction] },
      messages: [{ type: 'PaymentTransactionAdded', transaction }],
    };
  },
);
