/** Bearer tokens to grants: our own tokens first, then those of the project's external OAuth server. */
import type { Reads } from '../overload/reads.js';
import type { GrantLookupResult, GrantLookup, Grant } from './GrantCache.js';
import { grantedScopeNames } from '../credentials/scopes.js';
import { hashSecret } from '../credentials/secrets.js';
import { tokenSubjects } from '../credentials/tokenSubjects.js';
import type { TokenRecord } from './tokenRecords.js';
import type { TokenStore } from './TokenStore.js';

const grantOf = (
  projectKey: string,
  { scope, expiresAtMs, clientId, anonymousId, customerId }: TokenRecord,
): Grant => ({
  client: { clientId, anonymousId, customerId },
  scope,
  scopes: grantedScopeNames(scope, projectKey),
  expiresAtMs,
});

const endsWith = (projectKey: string, token: string, { clientId, customerId, family }: TokenRecord): string[] => [
  tokenSubjects.token(hashSecret(token)),
  tokenSubjects.client(projectKey, clientId),
  ...(family === undefined ? [] : [tokenSubjects.token(family)]),
  ...(customerId === undefined ? [] : [tokenSubjects.customer(projectKey, customerId)]),
];

const findOwn = async (
  tokens: TokenStore,
  projectKey: string,
  token: string,
): Promise<GrantLookupResult | undefined> => {
  const record = await tokens.findAccessToken(projectKey, token);
  if (record === undefined || record.expiresAtMs <= Date.now()) return undefined;
  return { grant: grantOf(projectKey, record), revokedBy: endsWith(projectKey, token, record) };
};

/** What Redis is asked takes a place among the reads; an answer from elsewhere is waited for outside. */
export const createGrantLookup =
  (tokens: TokenStore, findExternal: GrantLookup, reads: Pick<Reads, 'runOther'>): GrantLookup =>
  async (projectKey, token, correlationId) =>
    (await reads.runOther(() => findOwn(tokens, projectKey, token))) ?? findExternal(projectKey, token, correlationId);
