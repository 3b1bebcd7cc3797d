import type { ActionTable } from '../../engine/define/Action.js';
import { set } from '../../engine/define/actions.js';
import { Key, LocalizedString, Text } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { addInterfaceInteraction } from './actions/addInterfaceInteraction.js';
import { addTransaction } from './actions/addTransaction.js';
import { changeAmountPlanned } from './actions/changeAmountPlanned.js';
import { changeTransactionInteractionId } from './actions/changeTransactionInteractionId.js';
import { changeTransactionState } from './actions/changeTransactionState.js';
import { changeTransactionTimestamp } from './actions/changeTransactionTimestamp.js';
import { setCustomer } from './actions/setCustomer.js';
import { setMethodInfo } from './actions/setMethodInfo.js';
import { setTransactionInterfaceId } from './actions/setTransactionInterfaceId.js';
import { transitionState } from './actions/transitionState.js';
import { type Payment, PaymentToken } from './members.js';
import { onMethodInfo, setMethod } from './paymentMethodInfo.js';
import { setStatus } from './paymentStatus.js';
import { onTransaction } from './transactions.js';

export const actions: ActionTable<Payment> = {
  setKey: set<Payment>('key', Key),
  setAnonymousId: set<Payment>('anonymousId', Text),
  setInterfaceId: set<Payment>('interfaceId', Text, ({ interfaceId: oldInterfaceId }, interfaceId) => ({
    type: 'PaymentInterfaceIdSet',
    interfaceId,
    oldInterfaceId,
  })),
  setCustomer,
  changeAmountPlanned,
  setMethodInfo,
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
  addTransaction,
  changeTransactionState,
  changeTransactionTimestamp,
  changeTransactionInteractionId,
  setTransactionInterfaceId,
  setTransactionCustomType: setCustomType(onTransaction),
  setTransactionCustomField: setCustomField(onTransaction),
  addInterfaceInteraction,
  setCustomType: setCustomType(ownCustom<Payment>('payment')),
  setCustomField: setCustomField(ownCustom<Payment>('payment')),
};
