import { defineResource } from '../../../engine/define/defineResource.js';
import { actions, myActions } from './actions.js';
import { draft, myDraft } from './draft.js';
import { type Payment, PaymentMembers, messages } from './members.js';
import { beforeCommit } from './transactions.js';
import { hash } from 'node:crypto';
import { errorEntry } from '../../../base/errors/ApiError.js';
import type { Claim } from '../../../store/ChangeSet.js';

/** Returns true if the last transaction of any type failed: a later success makes up for a failure. */
const hasFailedTransaction = ({ transactions = [] }: Partial<Payment>): true | undefined => {
  const last = new Map(transactions.map(({ type, state }) => [type, state]));
  return [...last.values()].includes('Failure') ? true : undefined;
};

/** Makes the commit refuse a second payment with one interfaceId at a service. A hash bounds the length of its key. */
const interfaceClaims = ({ interfaceId, paymentMethodInfo: { paymentInterface } }: Payment): Claim[] => {
  if (interfaceId === undefined || paymentInterface === undefined) return [];
  const pair = JSON.stringify([paymentInterface, interfaceId]);
  return [
    {
      path: 'paymentInterface+interfaceId',
      value: hash('sha256', pair, 'base64url'),
      refusal: errorEntry('DuplicateField', { field: 'interfaceId', duplicateValue: interfaceId }),
    },
  ];
};

/** A payment, which orders and carts refer to (OACT083 to OACT085). */
export const payment = defineResource<Payment>({
  typeId: 'payment',
  path: 'payments',
  scopes: { read: ['view_payments'], write: ['manage_payments'] },
  resource: PaymentMembers,
  draft,
  actions,
  beforeCommit,
  unique: ['key'],
  claims: { values: interfaceClaims },
  indexes: ['customer.id', 'anonymousId', 'interfaceId', 'hasFailedTransaction'],
  derived: {
    fields: {
      hasFailedTransaction: { from: ['transactions'], derive: hasFailedTransaction, holds: 'boolean' },
    },
  },
  own: {
    scopes: ['manage_my_payments'],
    by: 'customer',
    hasOwnType: true,
    draft: myDraft,
    actions: myActions,
    remove: true,
    unchangeable: ({ transactions }) =>
      transactions.length === 0
        ? undefined
        : 'The payment has transactions: at /me it can be neither changed nor deleted.',
  },
  visibility: {
    // Customers do not see the data of the payment provider.
    merchantOnly: ['interfaceId', 'paymentStatus', 'interfaceInteractions'],
  },
  messages,
  removal: { erasable: true },
  search: { dependents: ['order'] },
  behindReferences: {
    places: { 'paymentInfo.payments': 'how a cart or an order is paid: at /me buyers add only payments of their own' },
    members: {
      amountPlanned: 'the amount that the buyer pays',
      'paymentMethodInfo.paymentInterface': 'shops write how an order was paid',
      'paymentMethodInfo.method': 'as above',
      'paymentMethodInfo.name': 'as above',
      'paymentStatus.interfaceCode': 'shops write whether an order was paid',
      'paymentStatus.state': 'as above',
    },
  },
});
