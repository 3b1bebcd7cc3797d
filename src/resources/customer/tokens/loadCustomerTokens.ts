import type { CompanionRemoval } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBy } from '../../../engine/loadMany.js';
import { type StoredToken, tokenKinds, type TokenKind } from '../../customerToken/members.js';

/** Above the most tokens of one kind that a customer can have (createCustomerToken.ts). */
const readMax = 100;

/** Loads a customer's tokens of one kind, the oldest first. */
export const loadCustomerTokens = (
  access: ResourceAccess,
  projectKey: string,
  kind: TokenKind,
  customerId: string,
): Promise<StoredToken[]> => loadBy<StoredToken>(access, projectKey, kind, 'customerId', customerId, readMax);

/** Loads all tokens of a customer for their removal in the same commit. */
export const loadCustomerTokenRemovals = (
  access: ResourceAccess,
  projectKey: string,
  customerId: string,
): Promise<CompanionRemoval[]> =>
  Promise.all(
    tokenKinds.map(async typeId => ({
      typeId,
      retryIfStale: true,
      resources: await loadCustomerTokens(access, projectKey, typeId, customerId),
    })),
  );
