/**
 * Tokens that verify an email or reset a password. Only their hashes are stored, so a reader of the store cannot use
 * them.
 */
import { dayMs } from '../../../base/durations.js';
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { DateTime, Flag, Shape, Text } from '../../../engine/schema/primitives.js';
import { messages } from './messages.js';

const TokenMembers = Shape({
  customerId: Text,
  hash: Text,
  /** Hash of the customer's password and email (customer/tokens.ts): a change of either invalidates the token. */
  boundTo: Text,
  expiresAt: DateTime,
  invalidateOlderTokens: Flag,
});

const defineTokenType = (typeId: TokenKind) =>
  defineResource<StoredToken>({
    typeId,
    path: `${typeId}s`,
    scopes: { read: ['view_customers'], write: ['manage_customers'] },
    resource: TokenMembers,
    unique: ['hash'],
    indexes: ['customerId'],
    retention: {
      field: 'createdAt',
      // An expired token is kept for one more day, in which its use is answered with the error for expired tokens.
      ownDays: ({ createdAt, expiresAt }) => (Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs + 1,
    },
    messages,
    immutable: true,
    isUnpublished: true,
  });

export const customerEmailToken = defineTokenType('customer-email-token');
export const customerPasswordToken = defineTokenType('customer-password-token');

export type StoredToken = Base & Static<typeof TokenMembers> & Sends<'customerToken'>;

export const tokenKinds = ['customer-email-token', 'customer-password-token'] as const;

export type TokenKind = (typeof tokenKinds)[number];

export interface CustomerToken {
  readonly kind: TokenKind;
  readonly resource: StoredToken;
}
