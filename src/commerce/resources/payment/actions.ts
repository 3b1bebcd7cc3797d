import {
  action,
  type MessageOf,
  unchanged,
  type ActionTable,
  set,
  setFrom,
  changeTo,
} from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { Flag, Optional, Text, Key, LocalizedString } from '../../../engine/schema/primitives.js';
import { type Identifier, type ReferenceValue, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { assertWorkflowTransition, type WorkflowState, workflowStateOf } from '../shared/workflow.js';
import { MyTransactionDraft, type Payment, PaymentToken } from './members.js';
import { required, invalidOperation } from '../../../base/errors/ApiError.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { MoneyDraft, moneyOf } from '../../values/money.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertNotReplaced, onMethodInfo, setMethodInfo, setMethodInfoMember } from './paymentMethodInfo.js';
import {
  addTransaction,
  changeTransactionInteractionId,
  changeTransactionState,
  changeTransactionTimestamp,
  onTransaction,
  setTransactionInterfaceId,
  withNewTransaction,
} from './transactions.js';

/** Sets or removes one member of paymentStatus. */
const setStatusMember = (field: 'interfaceCode' | 'interfaceText', message?: MessageOf<Payment>['type']) =>
  action({ [field]: Optional(Text) }, ({ paymentStatus }: Payment, payload) => {
    const value = (payload as Record<string, string | undefined>)[field];
    if (paymentStatus[field] === value) return unchanged;
    return {
      set: { paymentStatus: { ...paymentStatus, [field]: value } },
      messages: message === undefined ? [] : [{ type: message, [field]: value } as MessageOf<Payment>],
    };
  });

/** Moves the payment along its workflow; `force` skips the rules of transitions. */
const transitionState = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  ({ paymentStatus }: Payment, { state: identifier, force = false }, context) => {
    const state = paymentStateOf(identifier, context);
    const target = context.load<WorkflowState>('state', identifier);
    const current = paymentStatus.state && context.load<WorkflowState>('state', { id: paymentStatus.state.id });
    if (!force) assertWorkflowTransition(current, target, 'A payment');
    return {
      set: { paymentStatus: { ...paymentStatus, state } },
      messages: [{ type: 'PaymentStatusStateTransition', state, force }],
    };
  },
  ({ paymentStatus }) => (paymentStatus.state === undefined ? [] : [paymentStatus.state]),
);

/** Refers to a State and refuses one that is not a PaymentState. */
export const paymentStateOf = (identifier: Identifier, context: Context): ReferenceValue<'state'> =>
  workflowStateOf(identifier, context, 'PaymentState', 'Payments');

const setAnonymousId = action({ anonymousId: Optional(Text) }, (payment: Payment, { anonymousId }) => {
  if (anonymousId !== undefined && payment.customer !== undefined)
    throw invalidOperation('The payment belongs to a customer and cannot belong to an anonymous session as well.');
  return payment.anonymousId === anonymousId ? unchanged : { set: { anonymousId } };
});

const addInterfaceInteraction = action(
  { ...CustomFieldsDraft.properties },
  ({ interfaceInteractions }: Payment, draft, context) => {
    const interaction = required(customFieldsOf(draft, 'payment-interface-interaction', context), 'interaction');
    return {
      set: { interfaceInteractions: [...interfaceInteractions, interaction] },
      messages: [{ type: 'PaymentInteractionAdded', interaction }],
    };
  },
);

export const actions: ActionTable<Payment> = {
  setKey: set<Payment>('key', Key),
  setAnonymousId,
  setInterfaceId: setFrom(
    'interfaceId',
    Optional(Text),
    (given, _, { interfaceId }) => {
      assertNotReplaced('interfaceId', interfaceId, given);
      return given;
    },
    'PaymentInterfaceIdSet',
  ),
  setCustomer: setFrom(
    'customer',
    Optional(ResourceIdentifier('customer')),
    (customer, context) => customer && context.reference('customer', customer),
  ),
  changeAmountPlanned: action({ amount: MoneyDraft }, (payment: Payment, { amount }) =>
    changeTo(payment, { amountPlanned: moneyOf(amount) }),
  ),
  setMethodInfo,
  setMethodInfoInterface: setMethodInfoMember('paymentInterface', Text),
  setMethodInfoMethod: setMethodInfoMember('method', Text),
  setMethodInfoName: setMethodInfoMember('name', LocalizedString),
  setMethodInfoToken: setMethodInfoMember('token', PaymentToken),
  setMethodInfoInterfaceAccount: setMethodInfoMember('interfaceAccount', Text),
  ...customFieldActions('MethodInfo', onMethodInfo),
  setStatusInterfaceCode: setStatusMember('interfaceCode', 'PaymentStatusInterfaceCodeSet'),
  setStatusInterfaceText: setStatusMember('interfaceText'),
  transitionState,
  addTransaction,
  changeTransactionState,
  changeTransactionTimestamp,
  changeTransactionInteractionId,
  setTransactionInterfaceId,
  ...customFieldActions('Transaction', onTransaction),
  addInterfaceInteraction,
  ...customFieldActions('', resourceCustomFields<Payment>('payment')),
};

/** The action of the SDK names no transaction, since the draft of a payment has at most one. */
const onMyTransaction: typeof onTransaction = {
  ...onTransaction,
  names: { transactionId: Optional(Text) },
  find: (payment, { transactionId }: { readonly transactionId?: string }, context) => {
    const [only, ...others] = payment.transactions;
    if (transactionId === undefined && (only === undefined || others.length > 0))
      throw invalidOperation(
        `The payment has ${payment.transactions.length} transactions: transactionId must name one.`,
      );
    return onTransaction.find(payment, { transactionId: transactionId ?? only?.id } as never, context);
  },
};

const { setTransactionCustomField } = customFieldActions('Transaction', onMyTransaction);

const sharedActionNames = [
  'changeAmountPlanned',
  'setCustomField',
  'setMethodInfoCustomField',
  'setMethodInfoCustomType',
  'setMethodInfoInterface',
  'setMethodInfoInterfaceAccount',
  'setMethodInfoMethod',
  'setMethodInfoName',
];

export const myActions: ActionTable<Payment> = {
  ...Object.fromEntries(sharedActionNames.map(name => [name, required(actions[name], `the action ${name}`)])),
  addTransaction: action({ transaction: MyTransactionDraft }, (payment: Payment, { transaction }, context) =>
    withNewTransaction(payment, transaction, context),
  ),
  setTransactionCustomField: required(setTransactionCustomField, 'the action setTransactionCustomField'),
};
