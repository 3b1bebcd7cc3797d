import type { Base } from '../../../engine/define/Base.js';
import { amountOf, type ShopCart } from './carts.js';
import { pickWeighted, isoTime } from '../choices.js';
import type { ShopCustomer } from './Shop.js';
import type { Story } from '../Story.js';
import { byKey } from './values.js';

const methods = {
  CREDIT_CARD: { en: 'Credit card', de: 'Kreditkarte' },
  WALLET: { en: 'Wallet', de: 'Wallet' },
  DIRECT_DEBIT: { en: 'Direct debit', de: 'Lastschrift' },
  INVOICE: { en: 'Invoice', de: 'Rechnung' },
};
const methodWeights = { CREDIT_CARD: 4, WALLET: 4, DIRECT_DEBIT: 1, INVOICE: 2 };

export type ShopPayment = Base & {
  readonly amountPlanned: { readonly centAmount: number; readonly currencyCode: string };
};

/** Creates the authorized payment of a cart. */
export const writePayment = (
  story: Story,
  number: number,
  cart: ShopCart,
  { id }: ShopCustomer,
): Promise<ShopPayment> => {
  const { random } = story;
  const method = pickWeighted(random, methodWeights);
  const interfaceId = `NP-${100_000 + number}`;
  return story.create<ShopPayment>('payment', {
    key: `payment-${number}`,
    interfaceId,
    customer: { typeId: 'customer', id },
    amountPlanned: amountOf(cart),
    paymentMethodInfo: { paymentInterface: 'northpay', method, name: methods[method] },
    paymentStatus: { interfaceCode: 'authorized', state: byKey('state', 'payment-authorized') },
    transactions: [
      {
        type: 'Authorization',
        amount: amountOf(cart),
        state: 'Success',
        timestamp: isoTime(story.nowMs),
        interactionId: `${interfaceId}-1`,
      },
    ],
    custom: { type: byKey('type', 'payment-details'), fields: { riskScore: random.integer(0, 100) } },
  });
};

interface TransactionOptions {
  readonly state?: 'Success' | 'Failure';
  /** Share of the planned amount; 1 by default. */
  readonly share?: number;
  readonly paymentState?: string;
}

/** Adds a transaction to a payment, and moves it along its workflow. */
export const addTransaction = (
  story: Story,
  payment: ShopPayment,
  type: 'Charge' | 'Refund' | 'CancelAuthorization',
  { state = 'Success', share = 1, paymentState }: TransactionOptions = {},
): Promise<ShopPayment> => {
  const { centAmount, currencyCode } = payment.amountPlanned;
  const amount = { currencyCode, centAmount: Math.round(centAmount * share) };
  return story.update(
    'payment',
    payment,
    { action: 'addTransaction', transaction: { type, amount, state, timestamp: isoTime(story.nowMs) } },
    ...(state === 'Failure'
      ? [{ action: 'setStatusInterfaceText', interfaceText: 'Declined by the bank: insufficient funds' }]
      : []),
    ...(paymentState === undefined ? [] : [{ action: 'transitionState', state: byKey('state', paymentState) }]),
  );
};
