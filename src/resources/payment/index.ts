import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { moneyOf } from '../../schema/money.js';
import { actions } from './actions.js';
import { toPaymentMethodInfo, paymentStateOf, toTransaction } from './drafts.js';
import { type Payment, PaymentDraft, PaymentMembers } from './members.js';

export type { Payment } from './members.js';

const paymentMembersOf = (draft: Static<typeof PaymentDraft>, context: Context) => {
  const {
    key,
    anonymousId,
    interfaceId,
    customer,
    amountPlanned,
    paymentMethodInfo = {},
    paymentStatus = {},
    transactions = [],
    interfaceInteractions = [],
    custom,
  } = draft;
  const { state, ...status } = paymentStatus;
  return {
    key,
    anonymousId,
    interfaceId,
    customer: customer && context.reference('customer', customer),
    amountPlanned: moneyOf(amountPlanned),
    paymentMethodInfo: toPaymentMethodInfo(paymentMethodInfo, context),
    paymentStatus: { ...status, state: state && paymentStateOf(state, context) },
    transactions: transactions.map(transaction => toTransaction(transaction, context)),
    interfaceInteractions: interfaceInteractions.map(
      interaction => customFieldsOf(interaction, 'payment-interface-interaction', context)!,
    ),
    custom: customFieldsOf(custom, 'payment', context),
  };
};

const draft = creation<Payment, typeof PaymentDraft>(PaymentDraft, (given, context) => ({
  members: paymentMembersOf(given, context),
  messages: payment => [{ type: 'PaymentCreated', payment }],
}));

/** Payments, as orders refer to them (OACT083 to OACT085). */
export const payment = defineResource<Payment>({
  typeId: 'payment',
  path: 'payments',
  scopes: { read: ['view_payments'], write: ['manage_payments'] },
  resource: PaymentMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['customer.id', 'anonymousId', 'interfaceId'],
  identifiers: ['key'],
  sendsMessages: true,
});
