import { fail } from '../../errors/ApiError.js';
import { Text } from '../../schema/primitives.js';
import type { Payment, Transaction } from './members.js';
import type { CustomFieldsLocation } from '../shared/CustomFieldsLocation.js';

export const findTransaction = ({ transactions }: Payment, id: string): Transaction => {
  const found = transactions.find(each => each.id === id);
  if (found === undefined)
    throw fail('InvalidOperation', { message: `The payment has no transaction with id '${id}'.` });
  return found;
};

export const withTransaction = ({ transactions }: Payment, old: Transaction, next: Transaction): Partial<Payment> => ({
  transactions: transactions.map(each => (each === old ? next : each)),
});

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
