import type { TSchema, Static } from '@sinclair/typebox';
import { type MessageOf, action, type Change, unchanged } from '../../../engine/define/actions.js';
import { invalidOperation, fail } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { type Payment, type Transaction, TransactionDraft, TransactionState } from './members.js';
import type { Context } from '../../../engine/define/Context.js';
import { DateTime, Optional, Text } from '../../../engine/schema/primitives.js';
import { moneyOf } from '../../values/money.js';
import type { CustomFieldsLocation } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';

/**
 * Refunds are at most what was charged, by currency: no payment provider gives back more. What a provider reports is
 * recorded all the same: a charge that failed after its refund, a chargeback beside a refund, a new state of a refund
 * that counted before. So only a rise of the refunds is refused, once for all actions of an update
 * (docs/decisions/money.md).
 */

type Transactions = readonly Transaction[];

/** Tells whether a charge may be refunded. An Initial one may be a wish of the buyer, who can add it at `/me`. */
const isCharged = ({ type, state }: Transaction): boolean =>
  type === 'Charge' && (state === 'Pending' || state === 'Success');

/** Tells whether a refund was made or requested; a negative one does not compensate for others. */
const isRefunded = ({ type, state, amount }: Transaction): boolean =>
  type === 'Refund' && state !== 'Failure' && amount.centAmount > 0;

/** The sum of some transactions in a currency, as bigint: a sum of safe integers may be no safe integer. */
const sumIn = (currencyCode: string, transactions: Transactions): bigint =>
  transactions.reduce(
    (sum, { amount }) => (amount.currencyCode === currencyCode ? sum + BigInt(amount.centAmount) : sum),
    0n,
  );

const assertRefundsCharged = (before: Transactions, after: Transactions): void => {
  const refunds = after.filter(isRefunded);
  for (const currencyCode of new Set(refunds.map(({ amount }) => amount.currencyCode))) {
    const refunded = sumIn(currencyCode, refunds);
    const charged = sumIn(currencyCode, after.filter(isCharged));
    if (refunded > charged && refunded > sumIn(currencyCode, before.filter(isRefunded)))
      throw invalidOperation(
        `The refunds would be ${refunded} ${currencyCode} in the smallest unit; ` +
          `expected at most ${charged}, the sum of the charges in the state Pending or Success.`,
      );
  }
};

export const beforeCommit: BeforeCommit<Payment> = (_access, { before, changes }) => {
  if (changes.transactions !== undefined) assertRefundsCharged(before?.transactions ?? [], changes.transactions);
  return Promise.resolve({});
};

export const onTransaction: CustomFieldsLocation<Payment> = {
  resourceTypeId: 'transaction',
  names: { transactionId: Text },
  find: (payment, { transactionId }: { readonly transactionId: string }) => {
    const transaction = findTransaction(payment, transactionId);
    return {
      custom: transaction.custom,
      with: custom => withTransaction(payment, transaction, { ...transaction, custom }),
    };
  },
  all: ({ transactions }) => transactions.map(({ custom }) => custom),
};

/** The stored form of a transaction. */
export const toTransaction = (
  { amount, state = 'Initial', custom, ...plain }: Static<typeof TransactionDraft>,
  context: Context,
): Transaction => ({
  id: context.newId(),
  ...plain,
  amount: moneyOf(amount),
  state,
  custom: customFieldsOf(custom, 'transaction', context),
});

export const withNewTransaction = (
  { transactions }: Payment,
  draft: Static<typeof TransactionDraft>,
  context: Context,
): Change<Payment> => {
  const transaction = toTransaction(draft, context);
  return {
    set: { transactions: [...transactions, transaction] },
    messages: [{ type: 'PaymentTransactionAdded', transaction }],
  };
};

export const addTransaction = action({ transaction: TransactionDraft }, (payment: Payment, { transaction }, context) =>
  withNewTransaction(payment, transaction, context),
);

/** Changes one member of a transaction. */
const changeTransaction = <F extends 'state' | 'timestamp' | 'interactionId'>(
  field: F,
  schema: TSchema,
  message?: MessageOf<Payment>['type'],
) =>
  action({ transactionId: Text, [field]: schema }, (payment: Payment, payload) => {
    const { transactionId, [field]: value } = payload as { transactionId: string } & Pick<Transaction, F>;
    const old = findTransaction(payment, transactionId);
    if (old[field] === value) return unchanged;
    return {
      set: withTransaction(payment, old, { ...old, [field]: value }),
      messages: message && [{ type: message, transactionId, [field]: value } as MessageOf<Payment>],
    };
  });

export const changeTransactionState = changeTransaction('state', TransactionState, 'PaymentTransactionStateChanged');

export const changeTransactionTimestamp = changeTransaction('timestamp', DateTime);

/** Changes the id of a transaction at the payment provider. */
export const changeTransactionInteractionId = changeTransaction('interactionId', Text);

/** Refuses an interfaceId that another transaction of the payment has. */
const assertUniqueInterfaceId = (
  transactions: Payment['transactions'],
  id: string,
  interfaceId: string | undefined,
): void => {
  if (interfaceId !== undefined && transactions.some(each => each.id !== id && each.interfaceId === interfaceId))
    throw fail('DuplicateField', { field: 'interfaceId', duplicateValue: interfaceId });
};

export const setTransactionInterfaceId = action(
  { transactionId: Text, interfaceId: Optional(Text) },
  (payment: Payment, { transactionId, interfaceId }) => {
    const old = findTransaction(payment, transactionId);
    if (old.interfaceId === interfaceId) return unchanged;
    assertUniqueInterfaceId(payment.transactions, old.id, interfaceId);
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

const findTransaction = ({ transactions }: Payment, id: string): Transaction => {
  const found = transactions.find(each => each.id === id);
  if (found === undefined) throw invalidOperation(`The payment has no transaction with id '${id}'.`);
  return found;
};

const withTransaction = ({ transactions }: Payment, old: Transaction, next: Transaction): Partial<Payment> => ({
  transactions: transactions.map(each => (each === old ? next : each)),
});
