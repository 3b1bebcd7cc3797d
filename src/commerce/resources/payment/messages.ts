import { Snapshot } from '../../../engine/define/Message.js';
import { CustomFields } from '../../../engine/schema/customFields.js';
import { Flag, LocalizedString, Optional, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { customFieldMessageTable } from '../shared/customFieldMessageTable.js';
import { type Payment, PaymentToken, Transaction, TransactionState } from './members.js';

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
