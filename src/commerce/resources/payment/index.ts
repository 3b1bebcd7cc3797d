import { defineResource, creation } from '../../../engine/define/defineResource.js';
import { actions, myActions, paymentStateOf } from './actions.js';
import {
  type Payment,
  PaymentMembers,
  messages,
  MyTransactionDraft,
  PaymentDraft,
  MethodInfoDraft,
} from './members.js';
import { beforeCommit, toTransaction } from './transactions.js';
import { hash } from 'node:crypto';
import { errorEntry } from '../../../base/errors/ApiError.js';
import type { Claim } from '../../../store/ChangeSet.js';
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../../engine/define/Context.js';
import type { CreationResult } from '../../../engine/define/Creation.js';
import { moneyOf, MoneyDraft } from '../../values/money.js';
import { customFieldsOf } from '../shared/customFields.js';
import { toPaymentMethodInfo } from './paymentMethodInfo.js';
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

const draft = creation<Payment, typeof PaymentDraft>(PaymentDraft, paymentOf);

const MyPaymentDraft = Shape({
  amountPlanned: MoneyDraft,
  paymentMethodInfo: Optional(MethodInfoDraft),
  transaction: Optional(MyTransactionDraft),
  custom: Optional(CustomFieldsDraft),
});

const myDraft = creation<Payment, typeof MyPaymentDraft>(MyPaymentDraft, ({ transaction, ...given }, context) =>
  paymentOf({ ...given, transactions: transaction && [transaction] }, context),
);

/** Returns true if the last transaction of any type failed: a later success makes up for a failure. */
const hasFailedTransaction = ({ transactions = [] }: Partial<Payment>): true | undefined => {
  const last = new Map(transactions.map(({ type, state }) => [type, state]));
  return [...last.values()].includes('Failure') ? true : undefined;
};

/** Makes the commit refuse a second payment with one interfaceId at a service. A hash bounds the length of its key. */
const interfaceClaims = ({ interfaceId, paymentMethodInfo: { paymentInterface } }: Payment): Claim[] => {
  if (interfaceId === undefined || paymentInterface === undefined) return [];
  const pair = JSON.stringify([paymentInterface, interfaceId]);
  return [
    {
      path: 'paymentInterface+interfaceId',
      value: hash('sha256', pair, 'base64url'),
      refusal: errorEntry('DuplicateField', { field: 'interfaceId', duplicateValue: interfaceId }),
    },
  ];
};

/** A payment, which orders and carts refer to (OACT083 to OACT085). */
export const payment = defineResource<Payment>({
  typeId: 'payment',
  path: 'payments',
  scopes: { read: ['view_payments'], write: ['manage_payments'] },
  resource: PaymentMembers,
  draft,
  actions,
  beforeCommit,
  unique: ['key'],
  claims: { values: interfaceClaims },
  indexes: ['customer.id', 'anonymousId', 'interfaceId', 'hasFailedTransaction'],
  derived: {
    fields: {
      hasFailedTransaction: { from: ['transactions'], derive: hasFailedTransaction, holds: 'boolean' },
    },
  },
  own: {
    scopes: ['manage_my_payments'],
    by: 'customer',
    hasOwnType: true,
    draft: myDraft,
    actions: myActions,
    remove: true,
    unchangeable: ({ transactions }) =>
      transactions.length === 0
        ? undefined
        : 'The payment has transactions: at /me it can be neither changed nor deleted.',
  },
  visibility: {
    // Customers do not see the data of the payment provider.
    merchantOnly: ['interfaceId', 'paymentStatus', 'interfaceInteractions'],
  },
  messages,
  removal: { erasable: true },
  search: { dependents: ['order'] },
  behindReferences: {
    places: { 'paymentInfo.payments': 'how a cart or an order is paid: at /me buyers add only payments of their own' },
    members: {
      amountPlanned: 'the amount that the buyer pays',
      'paymentMethodInfo.paymentInterface': 'shops write how an order was paid',
      'paymentMethodInfo.method': 'as above',
      'paymentMethodInfo.name': 'as above',
      'paymentStatus.interfaceCode': 'shops write whether an order was paid',
      'paymentStatus.state': 'as above',
    },
  },
});
