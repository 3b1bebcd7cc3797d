/** Tokens that verify an email or let a password be reset, as they are kept: hashed, and of no use to whoever reads them. */
import type { Static } from '@sinclair/typebox';
import { defineResource, type Base } from '../../engine/define/defineResource.js';
import { DateTime, Flag, Shape, Text } from '../../schema/primitives.js';

const dayMs = 86_400_000;

const TokenMembers = Shape({
  customerId: Text,
  hash: Text,
  /** What the customer's password and email come to (customers/tokens.ts): when either changes, the token has ended. */
  boundTo: Text,
  expiresAt: DateTime,
  invalidateOlderTokens: Flag,
});

export type StoredToken = Base & Static<typeof TokenMembers>;

export type TokenKind = 'customer-email-token' | 'customer-password-token';

/** A token with what it is for. */
export interface CustomerToken {
  readonly kind: TokenKind;
  readonly resource: StoredToken;
}

const tokenType = (typeId: TokenKind) =>
  defineResource<StoredToken>({
    typeId,
    path: `${typeId}s`,
    scopes: { read: ['view_customers'], write: ['manage_customers'] },
    resource: TokenMembers,
    unique: ['hash'],
    indexes: ['customerId'],
    retention: {
      field: 'createdAt',
      ownDays: ({ createdAt, expiresAt }) => (Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs,
    },
    immutable: true,
    isUnpublished: true,
  });

export const customerEmailToken = tokenType('customer-email-token');
export const customerPasswordToken = tokenType('customer-password-token');
