import { grantedScopeNames } from '../credentials/scopes.js';
import { hashSecret } from '../credentials/secrets.js';
import { tokenSubjects } from '../credentials/tokenSubjects.js';
import type { Grant, GrantLookup, GrantLookupResult, ReadSlots } from './Grant.js';
import type { TokenRecord } from './tokenRecords.js';
import type { TokenStore } from './TokenStore.js';

/** The changes of an account name it by its email and name no API client, so that no client can pass for it. */
const toGrant = (
  projectKey: string,
  { scope, expiresAtMs, clientId, anonymousId, customerId, account }: TokenRecord,
): Grant => ({
  client: account === undefined ? { clientId, anonymousId, customerId } : { externalUserId: account.email },
  scope,
  scopes: grantedScopeNames(scope, projectKey),
  expiresAtMs,
  account,
});

const revokedBy = (projectKey: string, token: string, { clientId, customerId, family }: TokenRecord): string[] => [
  tokenSubjects.token(hashSecret(token)),
  tokenSubjects.client(projectKey, clientId),
  ...(family === undefined ? [] : [tokenSubjects.token(family)]),
  ...(customerId === undefined ? [] : [tokenSubjects.customer(projectKey, customerId)]),
];

type AccessTokens = Pick<TokenStore, 'findAccessToken'>;

const findIssuedGrant = async (
  tokens: AccessTokens,
  projectKey: string,
  token: string,
): Promise<GrantLookupResult | undefined> => {
  const record = await tokens.findAccessToken(projectKey, token);
  if (record === undefined || record.expiresAtMs <= Date.now()) return undefined;
  return { grant: toGrant(projectKey, record), revokedBy: revokedBy(projectKey, token, record) };
};

/**
 * Finds the grants of bearer tokens: first among the tokens that this service issued, then at the project's external
 * OAuth server. Only the read of Redis takes a read slot; the external server is waited for without one.
 */
export const createGrantLookup =
  (tokens: AccessTokens, lookUpExternal: GrantLookup, reads: ReadSlots): GrantLookup =>
  async (projectKey, token, correlationId) =>
    (await reads.runUnmeasured(projectKey, () => findIssuedGrant(tokens, projectKey, token))) ??
    lookUpExternal(projectKey, token, correlationId);
