import type { Static } from '@sinclair/typebox';
import { action, type Change, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { LocalizedString, Optional, type Shape, Text } from '../../../engine/schema/primitives.js';
import { capitalized } from '../../../engine/schema/words.js';
import { type CustomFieldsLocation, replacedCustomFieldMessages } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { type MethodInfo, methodInfoDraftMembers, type Payment, PaymentToken } from './members.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';

type MethodInfoDraft = Static<ReturnType<typeof Shape<typeof methodInfoDraftMembers>>>;

/** The stored form of paymentMethodInfo. */
export const toPaymentMethodInfo = (
  { custom, ...plain }: MethodInfoDraft,
  context: Context,
): Static<typeof MethodInfo> => ({
  ...plain,
  custom: customFieldsOf(custom, 'payment-method-info', context),
});

/** The members that messages are sent for, with their names in actions and messages. */
const actionMemberNames = {
  paymentInterface: 'interface',
  method: 'method',
  name: 'name',
  token: 'token',
  interfaceAccount: 'interfaceAccount',
} as const;

type MethodField = keyof typeof actionMemberNames;
const methodFields = Object.keys(actionMemberNames) as MethodField[];

/** Refuses another value, or none, for a member that identifies the payment once it is set. */
export const assertNotReplaced = (field: string, old: string | undefined, value: string | undefined): void => {
  if (old !== undefined && value !== old)
    throw invalidOperation(`The ${field} of the payment is '${old}' and cannot be changed or removed.`);
};

/** Sets one member of paymentMethodInfo; the message has the old value. */
const memberChange = (
  { paymentMethodInfo }: Pick<Payment, 'paymentMethodInfo'>,
  field: MethodField,
  value: unknown,
): Change<Payment> => {
  const name = actionMemberNames[field];
  const old = paymentMethodInfo[field];
  if (sameValue(old, value)) return unchanged;
  if (field === 'paymentInterface') assertNotReplaced(field, paymentMethodInfo[field], value as string | undefined);
  return {
    set: { paymentMethodInfo: { ...paymentMethodInfo, [field]: value } },
    messages: [
      {
        type: `PaymentMethodInfo${capitalized(name)}Set`,
        [name]: value,
        [`old${capitalized(name)}`]: old,
      } as MessageOf<Payment>,
    ],
  };
};

/** Sets one member of paymentMethodInfo, under the action's name for it. */
export const setMethodInfoMember = (
  field: MethodField,
  schema: typeof Text | typeof LocalizedString | typeof PaymentToken,
) => {
  const name = actionMemberNames[field];
  return action({ [name]: Optional(schema) }, (payment: Payment, payload) =>
    memberChange(payment, field, (payload as Record<string, unknown>)[name]),
  );
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

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/**
 * Sets the given members of paymentMethodInfo as their own actions do; an empty value removes one. Custom fields that
 * are not given are removed.
 */
export const setMethodInfo = action(
  methodInfoDraftMembers,
  (payment: Payment, { custom: draft, ...given }, context) => {
    let { paymentMethodInfo } = payment;
    const messages: MessageOf<Payment>[] = [];
    const add = ({ set, messages: added = [] }: Change<Payment>): void => {
      paymentMethodInfo = set.paymentMethodInfo ?? paymentMethodInfo;
      messages.push(...added);
    };
    for (const field of methodFields) {
      const value = given[field];
      if (value !== undefined) add(memberChange({ paymentMethodInfo }, field, isEmpty(value) ? undefined : value));
    }
    const custom = customFieldsOf(draft, onMethodInfo.resourceTypeId, context);
    const holder = onMethodInfo.find({ ...payment, paymentMethodInfo }, undefined as never, context);
    add({ set: holder.with(custom), messages: replacedCustomFieldMessages(onMethodInfo, holder, custom) });
    return sameValue(payment.paymentMethodInfo, paymentMethodInfo)
      ? unchanged
      : { set: { paymentMethodInfo }, messages };
  },
);
