import { fail, required } from '../../../base/errors/ApiError.js';
import { type ActionTable, action, set, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Key, LocalizedString, Optional, Text } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { MoneyDraft, moneyOf } from '../../values/money.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertNotReplaced } from './interfaceId.js';
import { type Payment, PaymentToken } from './members.js';
import { onMethodInfo, setMethodInfo, setMethodInfoMember } from './paymentMethodInfo.js';
import { setStatusMember, transitionState } from './paymentStatus.js';
import {
  addTransaction,
  changeTransactionInteractionId,
  changeTransactionState,
  changeTransactionTimestamp,
  onTransaction,
  setTransactionInterfaceId,
} from './transactions.js';

const setCustomer = action(
  { customer: Optional(ResourceIdentifier('customer')) },
  (payment: Payment, { customer: identifier }, context) => {
    const customer = identifier && context.reference('customer', identifier);
    return sameValue(payment.customer, customer) ? unchanged : { set: { customer } };
  },
);

const changeAmountPlanned = action({ amount: MoneyDraft }, (payment: Payment, { amount }) => {
  const amountPlanned = moneyOf(amount);
  return sameValue(payment.amountPlanned, amountPlanned) ? unchanged : { set: { amountPlanned } };
});

const setAnonymousId = action({ anonymousId: Optional(Text) }, (payment: Payment, { anonymousId }) => {
  if (anonymousId !== undefined && payment.customer !== undefined)
    throw fail('InvalidOperation', {
      message: 'The payment belongs to a customer and cannot belong to an anonymous session as well.',
    });
  return payment.anonymousId === anonymousId ? unchanged : { set: { anonymousId } };
});

const setInterfaceId = action({ interfaceId: Optional(Text) }, (payment: Payment, { interfaceId }) => {
  const { interfaceId: oldInterfaceId } = payment;
  assertNotReplaced('interfaceId', oldInterfaceId, interfaceId);
  return interfaceId === oldInterfaceId
    ? unchanged
    : { set: { interfaceId }, messages: [{ type: 'PaymentInterfaceIdSet', interfaceId, oldInterfaceId }] };
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
  setInterfaceId,
  setCustomer,
  changeAmountPlanned,
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
