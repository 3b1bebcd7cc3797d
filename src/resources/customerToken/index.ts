/**
 * Tokens that verify an email or reset a password. Only their hashes are stored, so a reader of the store cannot use
 * them.
 */
import { defineResource } from '../../engine/define/defineResource.js';
import { type StoredToken, type TokenKind, TokenMembers } from './members.js';

const dayMs = 86_400_000;
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
      ownDays: ({ createdAt, expiresAt }) => (Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs,
    },
    immutable: true,
    isUnpublished: true,
  });

export const customerEmailToken = defineTokenType('customer-email-token');
export const customerPasswordToken = defineTokenType('customer-password-token');
