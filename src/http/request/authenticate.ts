import { assertScopes } from '../../base/credentials/scopes.js';
import { type ApiError, fail } from '../../base/errors/ApiError.js';
import { isMarkedForOtherProject } from '../../auth/oauth/TokenStore.js';
import type { Grant } from '../../auth/oauth/Grant.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import type { Exchange, RequestHead } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import type { RequestContext } from './RequestContext.js';

const bearerPattern = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

export const requestToken = ({ authorization }: Pick<RequestHead, 'authorization'>): string => {
  const token = bearerPattern.exec(authorization)?.[1];
  if (token === undefined)
    throw fail('invalid_token', {
      message:
        authorization === ''
          ? 'An access token is required: Authorization: Bearer <token>.'
          : 'The Authorization header is malformed; expected: Bearer <token>.',
    });
  return token;
};

type AuthenticationContext = Pick<RequestContext, 'grants' | 'store' | 'reads'>;

/** A path below a missing project is a 404, not a 401: another token would not help. */
const assertProjectExists = async ({ store, reads }: AuthenticationContext, projectKey: string): Promise<void> => {
  const project = await reads.runUnmeasured(projectKey, () => readProject(store, projectKey));
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
};

const fetchGrant = async (
  context: AuthenticationContext,
  projectKey: string,
  token: string,
  correlationId: string,
): Promise<Grant | undefined> => {
  const grant = await context.grants.fetch(projectKey, token, correlationId);
  if (grant === undefined) await assertProjectExists(context, projectKey);
  return grant;
};

/**
 * Stage 5: finds the grant of the token (AUTH001 to AUTH003). Returns no promise if the cache of this process has it.
 */
export const authenticate = (
  context: AuthenticationContext,
  { correlationId }: Exchange,
  { projectKey }: RouteMatch,
  token: string,
): Grant | Promise<Grant | undefined> =>
  context.grants.get(projectKey, token) ?? fetchGrant(context, projectKey, token, correlationId);

/** Tells a client that mixes up its projects the real cause: it would look in vain for an expired token. */
const invalidToken = (token: string, projectKey: string): ApiError =>
  fail('invalid_token', {
    message: isMarkedForOtherProject(token, projectKey)
      ? 'The access token was issued for another project.'
      : 'The access token is unknown, expired or revoked.',
  });

/**
 * Stage 6: refuses a missing grant, and one without a scope that the route requires (AUTH004 to AUTH006). The log names
 * the client of a refused request, too.
 */
export const authorize = (
  exchange: Exchange,
  { route: { scopes = [] }, parameters, projectKey }: RouteMatch,
  grant: Grant | undefined,
  token: string,
): Grant => {
  exchange.grant = grant;
  if (grant === undefined) throw invalidToken(token, projectKey);
  if (scopes !== 'any') assertScopes(grant.scopes, scopes, projectKey, parameters.storeKey);
  return grant;
};
