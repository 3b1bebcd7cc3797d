import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import {
  DateTime,
  Key,
  List,
  LocalizedString,
  OneOf,
  Optional,
  Shape,
  Text,
  Flag,
} from '../../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Money, MoneyDraft } from '../../values/money.js';
import { Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Named } from '../../../engine/schema/Named.js';
import { Snapshot } from '../../../engine/define/Message.js';
import { customFieldMessageTable } from '../shared/customFieldActions.js';

const TransactionType = Named(
  'TransactionType',
  OneOf(['Authorization', 'CancelAuthorization', 'Charge', 'Refund', 'Chargeback']),
);
export const TransactionState = Named('TransactionState', OneOf(['Initial', 'Pending', 'Success', 'Failure']));

const transactionMembers = {
  timestamp: Optional(DateTime),
  type: TransactionType,
  interactionId: Optional(Text),
  interfaceId: Optional(Text),
};

export const Transaction = Named(
  'Transaction',
  Shape(
    {
      id: Text,
      ...transactionMembers,
      amount: Money,
      state: TransactionState,
      custom: Optional(CustomFields),
    },
    { customFieldHolders: { custom: 'transaction' } },
  ),
);
export const TransactionDraft = Named(
  'TransactionDraft',
  Shape({
    ...transactionMembers,
    amount: MoneyDraft,
    state: Optional(TransactionState),
    custom: Optional(CustomFieldsDraft),
  }),
);

/** A transaction that waits for the payment provider. */
export const MyTransactionDraft = Named(
  'MyTransactionDraft',
  Shape({
    ...TransactionDraft.properties,
    type: Named('MyTransactionType', OneOf(['Authorization', 'Charge']), { input: 'TransactionType' }),
    state: Optional(Named('MyTransactionState', OneOf(['Initial']), { input: 'TransactionState' })),
  }),
);

export const PaymentToken = Named('PaymentMethodToken', Shape({ value: Text }), {
  input: 'PaymentMethodTokenDraft',
});

const methodMembers = {
  paymentInterface: Optional(Text),
  method: Optional(Text),
  name: Optional(LocalizedString),
  token: Optional(PaymentToken),
  interfaceAccount: Optional(Text),
};

export const MethodInfo = Named(
  'PaymentMethodInfo',
  Shape(
    { ...methodMembers, custom: Optional(CustomFields) },
    { customFieldHolders: { custom: 'payment-method-info' } },
  ),
);
export const methodInfoDraftMembers = { ...methodMembers, custom: Optional(CustomFieldsDraft) };
export const MethodInfoDraft = Named('PaymentMethodInfoDraft', Shape(methodInfoDraftMembers), {
  input: 'PaymentMethodInfoInput',
});

const statusMembers = { interfaceCode: Optional(Text), interfaceText: Optional(Text) };
const Status = Named('PaymentStatus', Shape({ ...statusMembers, state: Optional(Reference('state')) }));
const StatusDraft = Named(
  'PaymentStatusDraft',
  Shape({ ...statusMembers, state: Optional(ResourceIdentifier('state', { load: true })) }),
  { input: 'PaymentStatusInput' },
);

const common = { key: Optional(Key), anonymousId: Optional(Text), interfaceId: Optional(Text) };

export const PaymentMembers = Shape(
  {
    ...common,
    customer: Optional(Reference('customer')),
    amountPlanned: Money,
    paymentMethodInfo: MethodInfo,
    paymentStatus: Status,
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
  paymentMethodInfo: Optional(MethodInfoDraft),
  paymentStatus: Optional(StatusDraft),
  transactions: Optional(List(TransactionDraft)),
  interfaceInteractions: Optional(List(CustomFieldsDraft)),
  custom: Optional(CustomFieldsDraft),
});

export type Payment = Base & Static<typeof PaymentMembers> & Sends<'payment'>;
export type Transaction = Static<typeof Transaction>;

const text = Optional(Text);

export const messages = {
  PaymentCreated: { payment: Snapshot<Payment>('payment') },
  PaymentInterfaceIdSet: { interfaceId: text, oldInterfaceId: text },
  PaymentInteractionAdded: { interaction: CustomFields },
  PaymentMethodInfoInterfaceSet: { interface: text, oldInterface: text },
  PaymentMethodInfoMethodSet: { method: text, oldMethod: text },
  PaymentMethodInfoNameSet: { name: Optional(LocalizedString), oldName: Optional(LocalizedString) },
  PaymentMethodInfoTokenSet: { token: Optional(PaymentToken), oldToken: Optional(PaymentToken) },
  PaymentMethodInfoInterfaceAccountSet: { interfaceAccount: text, oldInterfaceAccount: text },
  PaymentStatusInterfaceCodeSet: { interfaceCode: text },
  PaymentStatusStateTransition: { state: Reference('state'), force: Flag },
  PaymentTransactionAdded: { transaction: Transaction },
  PaymentTransactionStateChanged: { transactionId: Text, state: TransactionState },
  PaymentTransactionInterfaceIdSet: { transactionId: Text, newInterfaceId: text, oldInterfaceId: text },
  ...customFieldMessageTable('PaymentMethodInfo', {}, 'old'),
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly payment: typeof messages;
  }
}
