/** The ids of a payment and of its transactions at the payment service. */
import { hash } from 'node:crypto';
import { errorEntry, fail, invalidOperation } from '../../../base/errors/ApiError.js';
import type { Claim } from '../../../store/ChangeSet.js';
import type { Payment } from './members.js';

/** Makes the commit refuse a second payment with one interfaceId at a service. A hash bounds the length of its key. */
export const interfaceClaims = ({ interfaceId, paymentMethodInfo: { paymentInterface } }: Payment): Claim[] => {
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

/** Refuses another value, or none, for a member that identifies the payment once it is set. */
export const assertNotReplaced = (field: string, old: string | undefined, value: string | undefined): void => {
  if (old !== undefined && value !== old)
    throw invalidOperation(`The ${field} of the payment is '${old}' and cannot be changed or removed.`);
};

/** Refuses an interfaceId that another transaction of the payment has. */
export const assertUniqueInterfaceId = (
  transactions: Payment['transactions'],
  id: string,
  interfaceId: string | undefined,
): void => {
  if (interfaceId !== undefined && transactions.some(each => each.id !== id && each.interfaceId === interfaceId))
    throw fail('DuplicateField', { field: 'interfaceId', duplicateValue: interfaceId });
};
