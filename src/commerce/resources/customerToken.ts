import { DateTime, Flag, Text, Shape } from '../../engine/schema/primitives.js';
import { dayMs } from '../../base/durations.js';
import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../engine/define/Base.js';
import { defineResource } from '../../engine/define/defineResource.js';

const created = { customerId: Text, expiresAt: DateTime, invalidateOlderTokens: Flag };

const messages = { CustomerEmailTokenCreated: created, CustomerPasswordTokenCreated: created };

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly customerToken: typeof messages;
  }
}

/**
 * Tokens that verify an email or reset a password. Only their hashes are stored, so a reader of the store cannot use
 * them.
 */

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
    storage: { immutable: true },
    routes: 'none',
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
