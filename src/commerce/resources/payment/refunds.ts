/**
 * Refunds are at most what was charged, by currency: no payment provider gives back more. What a provider reports is
 * recorded all the same: a charge that failed after its refund, a chargeback beside a refund, a new state of a refund
 * that counted before. So only a rise of the refunds is refused, once for all actions of an update
 * (docs/decisions/money.md).
 */
import { fail } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Payment, Transaction } from './members.js';

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
      throw fail('InvalidOperation', {
        message: `The refunds would be ${refunded} ${currencyCode} in the smallest unit; expected at most ${charged}, the sum of the charges in the state Pending or Success.`,
      });
  }
};

export const beforeCommit: BeforeCommit<Payment> = (_access, { before, changes }) => {
  if (changes.transactions !== undefined) assertRefundsCharged(before?.transactions ?? [], changes.transactions);
  return Promise.resolve({});
};
