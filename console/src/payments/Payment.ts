/** The members of payments that pages show. */
import type { Reference, Resource } from '../api/Resource';
import type { Money } from '../values/format';

/** The members of a resource with payments, such as an order. */
export interface Paid {
  readonly paymentInfo?: { readonly payments: readonly Reference[] };
}

export interface Payment extends Resource {
  readonly amountPlanned: Money;
  readonly paymentMethodInfo?: { readonly method?: string; readonly paymentInterface?: string };
  readonly transactions: readonly {
    readonly id: string;
    readonly type: string;
    readonly state: string;
    readonly amount: Money;
    readonly timestamp?: string;
  }[];
}

/** Returns the received amount minus all refunds that have not failed, in the smallest unit of the currency. */
export const refundable = ({ transactions }: Payment): number =>
  transactions.reduce((sum, { type, state, amount }) => {
    if (type === 'Charge') return state === 'Success' ? sum + amount.centAmount : sum;
    return (type === 'Refund' || type === 'Chargeback') && state !== 'Failure' ? sum - amount.centAmount : sum;
  }, 0);
