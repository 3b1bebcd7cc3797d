/** Converts drafts to members of payments. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { State } from '../state/index.js';
import type { Shape } from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { moneyOf } from '../../schema/money.js';
import type { Identifier, ReferenceValue } from '../../schema/reference.js';
import type { MethodInfo, methodInfoDraftMembers, Transaction, TransactionDraft } from './members.js';

type MethodInfoDraft = Static<ReturnType<typeof Shape<typeof methodInfoDraftMembers>>>;

export const toPaymentMethodInfo = (
  { custom, ...plain }: MethodInfoDraft,
  context: Context,
): Static<typeof MethodInfo> => ({
  ...plain,
  custom: customFieldsOf(custom, 'payment-method-info', context),
});

export const toTransaction = (
  { amount, state = 'Initial', custom, ...plain }: Static<typeof TransactionDraft>,
  context: Context,
): Transaction => ({
  id: context.newId(),
  ...plain,
  amount: moneyOf(amount),
  state,
  custom: customFieldsOf(custom, 'transaction', context),
});

/** Refers to a State and refuses one that is not a PaymentState. */
export const paymentStateOf = (identifier: Identifier, context: Context): ReferenceValue<'state'> => {
  const { type, key } = context.load<State>('state', identifier);
  if (type !== 'PaymentState')
    throw fail('InvalidOperation', {
      message: `Payments have States of type PaymentState; '${key}' has the type ${type}.`,
    });
  return context.reference('state', identifier);
};
