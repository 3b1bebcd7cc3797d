/** Bearer token to grant, compared with what the route needs (AUTH001 to AUTH006). */
import { fail } from '../../errors/ApiError.js';
import type { Grant, GrantCache } from '../../oauth/GrantCache.js';
import { allowsScope } from '../../credentials/scopes.js';
import type { RequestHead } from '../exchange/Exchange.js';
import { tokenInCookie } from '../pages/jobBoard/sessionCookie.js';
import type { RouteMatch } from '../routing/Router.js';

const bearer = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

/** The token of the Authorization header; 401 without one. */
export const tokenOf = (authorization: string): string => {
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined)
    throw fail('invalid_token', {
      message:
        authorization === ''
          ? 'An access token is required: Authorization: Bearer <token>.'
          : 'The Authorization header is malformed; expected: Bearer <token>.',
    });
  return token;
};

/** The token of a request: that of the cookie only where the route takes it, and only without a header. */
export const tokenFor = (
  { route }: RouteMatch,
  { authorization, cookie }: Pick<RequestHead, 'authorization' | 'cookie'>,
): string =>
  (route.acceptsCookie === true && authorization === '' ? tokenInCookie(cookie) : undefined) ?? tokenOf(authorization);

/** Refuses a grant that does not reach; a token of another project is unknown here. */
export const assertAllowed = (grant: Grant | undefined, { route, parameters }: RouteMatch): Grant => {
  if (grant === undefined) throw fail('invalid_token', { message: 'The access token is unknown, expired or revoked.' });
  const { projectKey, storeKey } = parameters;
  const { scopes = [] } = route;
  if (scopes !== 'any' && !allowsScope(grant.scopes, scopes, storeKey)) {
    const wanted = scopes.map(name => `${name}:${projectKey}${storeKey === undefined ? '' : `:${storeKey}`}`);
    throw fail('insufficient_scope', { message: `Insufficient scope. One of these is needed: ${wanted.join(', ')}.` });
  }
  return grant;
};

/** The grant without waiting when this process knows the token, else a promise of it. */
export const findGrant = (
  grants: GrantCache,
  projectKey: string,
  token: string,
  correlationId: string,
): Grant | Promise<Grant | undefined> =>
  grants.get(projectKey, token) ?? grants.fetch(projectKey, token, correlationId);
