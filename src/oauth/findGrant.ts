/** Bearer tokens to grants: our own tokens first, then those of the project's external OAuth server. */
import type { Found, FindGrant, Grant } from './grantCache.js';
import { namesOf } from './scopes.js';
import { hashSecret } from './secrets.js';
import { subjects, type TokenRecord } from './tokenRecords.js';
import type { TokenStore } from './tokens.js';

const grantOf = (projectKey: string, { scope, expiresAtMs, clientId, anonymousId, customerId }: TokenRecord): Grant =>
  ({ client: { clientId, anonymousId, customerId }, scope, scopes: namesOf(scope, projectKey), expiresAtMs });

const endsWith = (projectKey: string, token: string, { clientId, customerId, family }: TokenRecord): string[] => [
  subjects.token(hashSecret(token)),
  subjects.client(projectKey, clientId),
  ...(family === undefined ? [] : [subjects.token(family)]),
  ...(customerId === undefined ? [] : [subjects.customer(projectKey, customerId)]),
];

const findOwn = async (tokens: TokenStore, projectKey: string, token: string): Promise<Found | undefined> => {
  const record = await tokens.find(projectKey, token);
  if (record === undefined || record.expiresAtMs <= Date.now()) return undefined;
  return { grant: grantOf(projectKey, record), endsWith: endsWith(projectKey, token, record) };
};

export const createFindGrant = (tokens: TokenStore, findExternal: FindGrant): FindGrant => async (projectKey, token, correlationId) =>
  await findOwn(tokens, projectKey, token) ?? findExternal(projectKey, token, correlationId);
