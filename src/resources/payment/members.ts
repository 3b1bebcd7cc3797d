/** The members of a payment: planned amount, payment method, status, and transactions. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { DateTime, Key, List, LocalizedString, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { Money, MoneyDraft } from '../../schema/money.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';

export const TransactionType = OneOf(['Authorization', 'CancelAuthorization', 'Charge', 'Refund', 'Chargeback']);
export const TransactionState = OneOf(['Initial', 'Pending', 'Success', 'Failure']);

const transactionMembers = {
  timestamp: Optional(DateTime),
  type: TransactionType,
  interactionId: Optional(Text),
  interfaceId: Optional(Text),
};

export const Transaction = Shape(
  {
    id: Text,
    ...transactionMembers,
    amount: Money,
    state: TransactionState,
    custom: Optional(CustomFields),
  },
  { customFieldHolders: { custom: 'transaction' } },
);
export const TransactionDraft = Shape({
  ...transactionMembers,
  amount: MoneyDraft,
  state: Optional(TransactionState),
  custom: Optional(CustomFieldsDraft),
});

export const PaymentToken = Shape({ value: Text });

const methodMembers = {
  paymentInterface: Optional(Text),
  method: Optional(Text),
  name: Optional(LocalizedString),
  token: Optional(PaymentToken),
  interfaceAccount: Optional(Text),
};

export const MethodInfo = Shape(
  { ...methodMembers, custom: Optional(CustomFields) },
  { customFieldHolders: { custom: 'payment-method-info' } },
);
export const methodInfoDraftMembers = { ...methodMembers, custom: Optional(CustomFieldsDraft) };

const statusMembers = { interfaceCode: Optional(Text), interfaceText: Optional(Text) };

const common = { key: Optional(Key), anonymousId: Optional(Text), interfaceId: Optional(Text) };

export const PaymentMembers = Shape(
  {
    ...common,
    customer: Optional(Reference('customer')),
    amountPlanned: Money,
    paymentMethodInfo: MethodInfo,
    paymentStatus: Shape({ ...statusMembers, state: Optional(Reference('state')) }),
    transactions: List(Transaction),
    interfaceInteractions: List(CustomFields),
    custom: Optional(CustomFields),
  },
  { customFieldHolders: { custom: 'payment', interfaceInteractions: 'payment-interface-interaction' } },
);

export const PaymentDraft = Shape({
  ...common,
  customer: Optional(ResourceIdentifier('customer')),
  amountPlanned: MoneyDraft,
  paymentMethodInfo: Optional(Shape(methodInfoDraftMembers)),
  paymentStatus: Optional(Shape({ ...statusMembers, state: Optional(ResourceIdentifier('state', { load: true })) })),
  transactions: Optional(List(TransactionDraft)),
  interfaceInteractions: Optional(List(CustomFieldsDraft)),
  custom: Optional(CustomFieldsDraft),
});

export type Payment = Base & Static<typeof PaymentMembers>;
export type Transaction = Static<typeof Transaction>;
