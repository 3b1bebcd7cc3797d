import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { creation } from '../../engine/define/defineResource.js';
import { moneyOf } from '../../schema/money.js';
import { customFieldsOf } from '../shared/customFields.js';
import { paymentStateOf, toPaymentMethodInfo, toTransaction } from './drafts.js';
import { type Payment, PaymentDraft } from './members.js';

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
    interfaceInteractions: interfaceInteractions.flatMap(
      interaction => customFieldsOf(interaction, 'payment-interface-interaction', context) ?? [],
    ),
    custom: customFieldsOf(custom, 'payment', context),
  };
};

export const draft = creation<Payment, typeof PaymentDraft>(PaymentDraft, (given, context) => ({
  members: paymentMembersOf(given, context),
  messages: payment => [{ type: 'PaymentCreated', payment }],
}));
