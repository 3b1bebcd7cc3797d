/** Bearer tokens to grants: our own tokens first, then those of the project's external OAuth server. */
import type { Reads } from '../overload/reads.js';
import type { Found, FindGrant, Grant } from './grantCache.js';
import { namesOf } from './scopes.js';
import { hashSecret } from '../credentials/secrets.js';
import { subjects, type TokenRecord } from './tokenRecords.js';
import type { TokenStore } from './tokens.js';

const grantOf = (
  projectKey: string,
  { scope, expiresAtMs, clientId, anonymousId, customerId }: TokenRecord,
): Grant => ({ client: { clientId, anonymousId, customerId }, scope, scopes: namesOf(scope, projectKey), expiresAtMs });

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

/** What Redis is asked takes a place among the reads; an answer from elsewhere is waited for outside. */
export const createFindGrant =
  (tokens: TokenStore, findExternal: FindGrant, reads: Pick<Reads, 'runOther'>): FindGrant =>
  async (projectKey, token, correlationId) =>
    (await reads.runOther(() => findOwn(tokens, projectKey, token))) ?? findExternal(projectKey, token, correlationId);
