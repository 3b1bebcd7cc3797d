/** Payments at `/me`: customers and visitors state the payment that they plan, and merchants record its result. */
import { required, invalidOperation } from '../../../base/errors/ApiError.js';
import { type ActionTable, action } from '../../../engine/define/actions.js';
import { creation } from '../../../engine/define/defineResource.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Named } from '../../../engine/schema/Named.js';
import { OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { MoneyDraft } from '../../values/money.js';
import { customFieldActions } from '../shared/customFieldActions.js';
import { actions } from './actions.js';
import { paymentOf } from './draft.js';
import { MethodInfoDraft, type Payment, TransactionDraft } from './members.js';
import { onTransaction, withNewTransaction } from './transactions.js';

/** A transaction that waits for the payment provider. */
const MyTransactionDraft = Named(
  'MyTransactionDraft',
  Shape({
    ...TransactionDraft.properties,
    type: Named('MyTransactionType', OneOf(['Authorization', 'Charge']), { input: 'TransactionType' }),
    state: Optional(Named('MyTransactionState', OneOf(['Initial']), { input: 'TransactionState' })),
  }),
);

const MyPaymentDraft = Shape({
  amountPlanned: MoneyDraft,
  paymentMethodInfo: Optional(MethodInfoDraft),
  transaction: Optional(MyTransactionDraft),
  custom: Optional(CustomFieldsDraft),
});

export const myDraft = creation<Payment, typeof MyPaymentDraft>(MyPaymentDraft, ({ transaction, ...draft }, context) =>
  paymentOf({ ...draft, transactions: transaction && [transaction] }, context),
);

/** The action of the SDK names no transaction, since the draft of a payment has at most one. */
const onMyTransaction: typeof onTransaction = {
  ...onTransaction,
  names: { transactionId: Optional(Text) },
  find: (payment, { transactionId }: { readonly transactionId?: string }, context) => {
    const [only, ...others] = payment.transactions;
    if (transactionId === undefined && (only === undefined || others.length > 0))
      throw invalidOperation(
        `The payment has ${payment.transactions.length} transactions: transactionId must name one.`,
      );
    return onTransaction.find(payment, { transactionId: transactionId ?? only?.id } as never, context);
  },
};

const { setTransactionCustomField } = customFieldActions('Transaction', onMyTransaction);

const sharedActionNames = [
  'changeAmountPlanned',
  'setCustomField',
  'setMethodInfoCustomField',
  'setMethodInfoCustomType',
  'setMethodInfoInterface',
  'setMethodInfoInterfaceAccount',
  'setMethodInfoMethod',
  'setMethodInfoName',
];

export const myActions: ActionTable<Payment> = {
  ...Object.fromEntries(sharedActionNames.map(name => [name, required(actions[name], `the action ${name}`)])),
  addTransaction: action({ transaction: MyTransactionDraft }, (payment: Payment, { transaction }, context) =>
    withNewTransaction(payment, transaction, context),
  ),
  setTransactionCustomField: required(setTransactionCustomField, 'the action setTransactionCustomField'),
};
