import type { Engine } from '../../../engine/Engine.js';
import { loadBy } from '../../../engine/loadMany.js';
import type { CompanionRemoval } from '../../../engine/commit/beforeCommit.js';
import type { StoredToken, TokenKind } from '../../customerToken/index.js';

const kinds: readonly TokenKind[] = ['customer-email-token', 'customer-password-token'];

/** More than there can be (tokens.ts). */
const readMax = 100;

/** A customer's tokens of one kind, the oldest first. */
export const loadCustomerTokens = (
  engine: Engine,
  projectKey: string,
  kind: TokenKind,
  customerId: string,
): Promise<StoredToken[]> => loadBy<StoredToken>(engine, projectKey, kind, 'customerId', customerId, readMax);

/** All tokens of a customer. */
export const customerTokenRemovals = (
  engine: Engine,
  projectKey: string,
  customerId: string,
): Promise<CompanionRemoval[]> =>
  Promise.all(
    kinds.map(async typeId => ({
      typeId,
      retryIfStale: true,
      resources: await loadCustomerTokens(engine, projectKey, typeId, customerId),
    })),
  );
