/** The method of a payment. */
import type { Static } from '@sinclair/typebox';
import { action, type MessageDraft, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { LocalizedString, Optional, type Shape, Text } from '../../../engine/schema/primitives.js';
import { capitalize } from '../shared/memberNames.js';
import type { CustomFieldsLocation } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertNotReplaced } from './interfaceId.js';
import { type MethodInfo, methodInfoDraftMembers, type Payment, PaymentToken } from './members.js';

type MethodInfoDraft = Static<ReturnType<typeof Shape<typeof methodInfoDraftMembers>>>;

/** The stored form of paymentMethodInfo. */
export const toPaymentMethodInfo = (
  { custom, ...plain }: MethodInfoDraft,
  context: Context,
): Static<typeof MethodInfo> => ({
  ...plain,
  custom: customFieldsOf(custom, 'payment-method-info', context),
});

/** Replaces paymentMethodInfo. */
export const setMethodInfo = action(methodInfoDraftMembers, (payment: Payment, draft, context) => {
  const paymentMethodInfo = toPaymentMethodInfo(draft, context);
  assertNotReplaced('paymentInterface', payment.paymentMethodInfo.paymentInterface, draft.paymentInterface);
  return sameValue(payment.paymentMethodInfo, paymentMethodInfo) ? unchanged : { set: { paymentMethodInfo } };
});

type MethodField = 'paymentInterface' | 'method' | 'name' | 'token' | 'interfaceAccount';

/** Sets one member of paymentMethodInfo, under the action's name for it; the message has the old value. */
export const setMethodInfoMember = (
  field: MethodField,
  schema: typeof Text | typeof LocalizedString | typeof PaymentToken,
) => {
  const name = actionMemberNames[field];
  return action({ [name]: Optional(schema) }, ({ paymentMethodInfo }: Payment, payload) => {
    const value = (payload as Record<string, unknown>)[name];
    const old = paymentMethodInfo[field];
    if (sameValue(old, value)) return unchanged;
    if (field === 'paymentInterface') assertNotReplaced(field, paymentMethodInfo[field], value as string | undefined);
    return {
      set: { paymentMethodInfo: { ...paymentMethodInfo, [field]: value } },
      messages: [
        {
          type: `PaymentMethodInfo${capitalize(name)}Set`,
          [name]: value,
          [`old${capitalize(name)}`]: old,
        } as MessageDraft,
      ],
    };
  });
};

/** The custom fields of paymentMethodInfo. */
export const onMethodInfo: CustomFieldsLocation<Payment> = {
  resourceTypeId: 'payment-method-info',
  messages: 'PaymentMethodInfo',
  earlierPrefix: 'old',
  find: ({ paymentMethodInfo }) => ({
    custom: paymentMethodInfo.custom,
    with: custom => ({ paymentMethodInfo: { ...paymentMethodInfo, custom } }),
  }),
  all: ({ paymentMethodInfo }) => [paymentMethodInfo.custom],
};

const actionMemberNames = {
  paymentInterface: 'interface',
  method: 'method',
  name: 'name',
  token: 'token',
  interfaceAccount: 'interfaceAccount',
} as const;
