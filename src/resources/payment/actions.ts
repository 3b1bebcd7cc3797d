import { action, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { assertReachable } from '../shared/workflowState.js';
import type { State } from '../state/index.js';
import { DateTime, Flag, Key, LocalizedString, Optional, Text } from '../../schema/primitives.js';
import { type CustomPlace, ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { MoneyDraft, moneyOf } from '../../schema/money.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { methodInfoOf, statusStateOf, transactionOf } from './drafts.js';
import {
  methodInfoDraftMembers,
  type Payment,
  PaymentToken,
  type Transaction,
  TransactionDraft,
  TransactionState,
} from './members.js';

type MethodField = 'paymentInterface' | 'method' | 'name' | 'token' | 'interfaceAccount';

const names = {
  paymentInterface: 'interface',
  method: 'method',
  name: 'name',
  token: 'token',
  interfaceAccount: 'interfaceAccount',
} as const;
const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** One member of paymentMethodInfo, under the action's name for it; the message tells the old one. */
const setMethod = (
  field: MethodField,
  schema: typeof Text | typeof LocalizedString | typeof PaymentToken,
): Action<Payment> => {
  const name = names[field];
  return action({ [name]: Optional(schema) }, ({ paymentMethodInfo }: Payment, payload) => {
    const value = (payload as Record<string, unknown>)[name];
    const old = paymentMethodInfo[field];
    if (sameValue(old, value)) return unchanged;
    return {
      set: { paymentMethodInfo: { ...paymentMethodInfo, [field]: value } },
      messages: [{ type: `PaymentMethodInfo${capital(name)}Set`, [name]: value, [`old${capital(name)}`]: old }],
    };
  });
};

const pickTransaction = ({ transactions }: Payment, id: string): Transaction => {
  const found = transactions.find(each => each.id === id);
  if (found === undefined)
    throw fail('InvalidOperation', { message: `The payment has no transaction with id '${id}'.` });
  return found;
};

const withTransaction = ({ transactions }: Payment, old: Transaction, next: Transaction): Partial<Payment> => ({
  transactions: transactions.map(each => (each === old ? next : each)),
});

const onTransaction: CustomPlace<Payment> = {
  resourceTypeId: 'transaction',
  names: { transactionId: Text },
  find: (payment, { transactionId }: { readonly transactionId: string }) => {
    const transaction = pickTransaction(payment, transactionId);
    return {
      custom: transaction.custom,
      with: custom => withTransaction(payment, transaction, { ...transaction, custom }),
    };
  },
  all: ({ transactions }) => transactions.map(({ custom }) => custom),
};

const onMethodInfo: CustomPlace<Payment> = {
  resourceTypeId: 'payment-method-info',
  messages: 'PaymentMethodInfo',
  before: 'old',
  find: ({ paymentMethodInfo }) => ({
    custom: paymentMethodInfo.custom,
    with: custom => ({ paymentMethodInfo: { ...paymentMethodInfo, custom } }),
  }),
  all: ({ paymentMethodInfo }) => [paymentMethodInfo.custom],
};

const setStatus = (field: 'interfaceCode' | 'interfaceText', message?: string): Action<Payment> =>
  action({ [field]: Optional(Text) }, ({ paymentStatus }: Payment, payload) => {
    const value = (payload as Record<string, string | undefined>)[field];
    if (paymentStatus[field] === value) return unchanged;
    return {
      set: { paymentStatus: { ...paymentStatus, [field]: value } },
      messages: message === undefined ? [] : [{ type: message, [field]: value }],
    };
  });

const transitionState: Action<Payment> = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  ({ paymentStatus }: Payment, { state: identifier, force = false }, context) => {
    const state = statusStateOf(identifier, context);
    const target = context.load<State>('state', identifier);
    const current = paymentStatus.state && context.load<State>('state', { id: paymentStatus.state.id });
    if (!force) assertReachable(current, target, 'A payment');
    return {
      set: { paymentStatus: { ...paymentStatus, state } },
      messages: [{ type: 'PaymentStatusStateTransition', state, force }],
    };
  },
  ({ paymentStatus }) => (paymentStatus.state === undefined ? [] : [paymentStatus.state]),
);

export const actions: ActionTable<Payment> = {
  setKey: set<Payment>('key', Key),
  setAnonymousId: set<Payment>('anonymousId', Text),
  setInterfaceId: set<Payment>('interfaceId', Text, ({ interfaceId: oldInterfaceId }, interfaceId) => ({
    type: 'PaymentInterfaceIdSet',
    interfaceId,
    oldInterfaceId,
  })),
  setCustomer: action(
    { customer: Optional(ResourceIdentifier('customer')) },
    (payment: Payment, { customer: identifier }, context) => {
      const customer = identifier && context.reference('customer', identifier);
      return sameValue(payment.customer, customer) ? unchanged : { set: { customer } };
    },
  ),
  changeAmountPlanned: action({ amount: MoneyDraft }, (payment: Payment, { amount }) => {
    const amountPlanned = moneyOf(amount);
    return sameValue(payment.amountPlanned, amountPlanned) ? unchanged : { set: { amountPlanned } };
  }),
  setMethodInfo: action(methodInfoDraftMembers, (payment: Payment, draft, context) => {
    const paymentMethodInfo = methodInfoOf(draft, context);
    return sameValue(payment.paymentMethodInfo, paymentMethodInfo) ? unchanged : { set: { paymentMethodInfo } };
  }),
  setMethodInfoInterface: setMethod('paymentInterface', Text),
  setMethodInfoMethod: setMethod('method', Text),
  setMethodInfoName: setMethod('name', LocalizedString),
  setMethodInfoToken: setMethod('token', PaymentToken),
  setMethodInfoInterfaceAccount: setMethod('interfaceAccount', Text),
  setMethodInfoCustomType: setCustomType(onMethodInfo),
  setMethodInfoCustomField: setCustomField(onMethodInfo),
  setStatusInterfaceCode: setStatus('interfaceCode', 'PaymentStatusInterfaceCodeSet'),
  setStatusInterfaceText: setStatus('interfaceText'),
  transitionState,
  addTransaction: action(
    { transaction: TransactionDraft },
    ({ transactions }: Payment, { transaction: draft }, context) => {
      const transaction = transactionOf(draft, context);
      return {
        set: { transactions: [...transactions, transaction] },
        messages: [{ type: 'PaymentTransactionAdded', transaction }],
      };
    },
  ),
  changeTransactionState: action(
    { transactionId: Text, state: TransactionState },
    (payment: Payment, { transactionId, state }) => {
      const old = pickTransaction(payment, transactionId);
      if (old.state === state) return unchanged;
      return {
        set: withTransaction(payment, old, { ...old, state }),
        messages: [{ type: 'PaymentTransactionStateChanged', transactionId, state }],
      };
    },
  ),
  changeTransactionTimestamp: action(
    { transactionId: Text, timestamp: DateTime },
    (payment: Payment, { transactionId, timestamp }) => {
      const old = pickTransaction(payment, transactionId);
      return old.timestamp === timestamp ? unchanged : { set: withTransaction(payment, old, { ...old, timestamp }) };
    },
  ),
  changeTransactionInteractionId: action(
    { transactionId: Text, interactionId: Text },
    (payment: Payment, { transactionId, interactionId }) => {
      const old = pickTransaction(payment, transactionId);
      return old.interactionId === interactionId
        ? unchanged
        : { set: withTransaction(payment, old, { ...old, interactionId }) };
    },
  ),
  setTransactionInterfaceId: action(
    { transactionId: Text, interfaceId: Optional(Text) },
    (payment: Payment, { transactionId, interfaceId }) => {
      const old = pickTransaction(payment, transactionId);
      if (old.interfaceId === interfaceId) return unchanged;
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
  ),
  setTransactionCustomType: setCustomType(onTransaction),
  setTransactionCustomField: setCustomField(onTransaction),
  addInterfaceInteraction: action(
    { ...CustomFieldsDraft.properties },
    ({ interfaceInteractions }: Payment, draft, context) => {
      const interaction = customFieldsOf(draft, 'payment-interface-interaction', context)!;
      return {
        set: { interfaceInteractions: [...interfaceInteractions, interaction] },
        messages: [{ type: 'PaymentInteractionAdded', interaction }],
      };
    },
  ),
  setCustomType: setCustomType(ownCustom<Payment>('payment')),
  setCustomField: setCustomField(ownCustom<Payment>('payment')),
};
