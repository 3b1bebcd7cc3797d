import type { ActionTable } from '../../engine/define/Action.js';
import { set } from '../../engine/define/actions.js';
import { Key, LocalizedString, Text } from '../../schema/primitives.js';
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
import { onMethodInfo, setMethodInfoMember } from './paymentMethodInfo.js';
import { setStatusMember } from './paymentStatus.js';
import { onTransaction } from './transactions.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

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
  setMethodInfoInterface: setMethodInfoMember('paymentInterface', Text),
  setMethodInfoMethod: setMethodInfoMember('method', Text),
  setMethodInfoName: setMethodInfoMember('name', LocalizedString),
  setMethodInfoToken: setMethodInfoMember('token', PaymentToken),
  setMethodInfoInterfaceAccount: setMethodInfoMember('interfaceAccount', Text),
  setMethodInfoCustomType: setCustomType(onMethodInfo),
  setMethodInfoCustomField: setCustomField(onMethodInfo),
  setStatusInterfaceCode: setStatusMember('interfaceCode', 'PaymentStatusInterfaceCodeSet'),
  setStatusInterfaceText: setStatusMember('interfaceText'),
  transitionState,
  addTransaction,
  changeTransactionState,
  changeTransactionTimestamp,
  changeTransactionInteractionId,
  setTransactionInterfaceId,
  setTransactionCustomType: setCustomType(onTransaction),
  setTransactionCustomField: setCustomField(onTransaction),
  addInterfaceInteraction,
  setCustomType: setCustomType(resourceCustomFields<Payment>('payment')),
  setCustomField: setCustomField(resourceCustomFields<Payment>('payment')),
};
