import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { DateTime, Flag, Shape, Text } from '../../schema/primitives.js';

export const TokenMembers = Shape({
  customerId: Text,
  hash: Text,
  /**
   * Hash of the customer's password and email (customer/tokens/tokenBinding.ts): a change of either invalidates the
   * token.
   */
  boundTo: Text,
  expiresAt: DateTime,
  invalidateOlderTokens: Flag,
});

export type StoredToken = Base & Static<typeof TokenMembers>;

export const tokenKinds = ['customer-email-token', 'customer-password-token'] as const;

export type TokenKind = (typeof tokenKinds)[number];

export interface CustomerToken {
  readonly kind: TokenKind;
  readonly resource: StoredToken;
}
