import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { LocalizedString, Optional, Text } from '../../schema/primitives.js';
import { type Payment, PaymentToken } from './members.js';
import { capitalize } from '../shared/capitalize.js';
import type { CustomFieldsLocation } from '../shared/CustomFieldsLocation.js';

type MethodField = 'paymentInterface' | 'method' | 'name' | 'token' | 'interfaceAccount';

const actionMemberNames = {
  paymentInterface: 'interface',
  method: 'method',
  name: 'name',
  token: 'token',
  interfaceAccount: 'interfaceAccount',
} as const;

/** Sets one member of paymentMethodInfo, under the action's name for it; the message has the old value. */
export const setMethodInfoMember = (
  field: MethodField,
  schema: typeof Text | typeof LocalizedString | typeof PaymentToken,
): Action<Payment> => {
  const name = actionMemberNames[field];
  return action({ [name]: Optional(schema) }, ({ paymentMethodInfo }: Payment, payload) => {
    const value = (payload as Record<string, unknown>)[name];
    const old = paymentMethodInfo[field];
    if (sameValue(old, value)) return unchanged;
    return {
      set: { paymentMethodInfo: { ...paymentMethodInfo, [field]: value } },
      messages: [{ type: `PaymentMethodInfo${capitalize(name)}Set`, [name]: value, [`old${capitalize(name)}`]: old }],
    };
  });
};

export const onMethodInfo: CustomFieldsLocation<Payment> = {
  resourceTypeId: 'payment-method-info',
  messages: 'PaymentMethodInfo',
  before: 'old',
  find: ({ paymentMethodInfo }) => ({
    custom: paymentMethodInfo.custom,
    with: custom => ({ paymentMethodInfo: { ...paymentMethodInfo, custom } }),
  }),
  all: ({ paymentMethodInfo }) => [paymentMethodInfo.custom],
};
