import type { Static } from '@sinclair/typebox';
import type { Context } from '../../../engine/define/Context.js';
import type { CreationResult } from '../../../engine/define/Creation.js';
import { creation } from '../../../engine/define/defineResource.js';
import { moneyOf, MoneyDraft } from '../../values/money.js';
import { customFieldsOf } from '../shared/customFields.js';
import { MyTransactionDraft, type Payment, PaymentDraft, MethodInfoDraft } from './members.js';
import { toPaymentMethodInfo } from './paymentMethodInfo.js';
import { paymentStateOf } from './actions.js';
import { toTransaction } from './transactions.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Optional, Shape } from '../../../engine/schema/primitives.js';

const paymentOf = (draft: Static<typeof PaymentDraft>, context: Context): CreationResult<Payment> => {
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
  const members = {
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
  return { members, messages: payment => [{ type: 'PaymentCreated', payment }] };
};

export const draft = creation<Payment, typeof PaymentDraft>(PaymentDraft, paymentOf);

const MyPaymentDraft = Shape({
  amountPlanned: MoneyDraft,
  paymentMethodInfo: Optional(MethodInfoDraft),
  transaction: Optional(MyTransactionDraft),
  custom: Optional(CustomFieldsDraft),
});

export const myDraft = creation<Payment, typeof MyPaymentDraft>(MyPaymentDraft, ({ transaction, ...given }, context) =>
  paymentOf({ ...given, transactions: transaction && [transaction] }, context),
);
