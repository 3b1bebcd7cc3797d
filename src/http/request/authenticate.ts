import { fail } from '../../errors/ApiError.js';
import type { Grant } from '../../oauth/Grant.js';
import type { Exchange, RequestHead } from '../exchange/Exchange.js';
import { tokenInCookie } from '../pages/jobBoard/sessionCookie.js';
import type { RouteMatch } from '../routing/Router.js';
import type { RequestContext } from './RequestContext.js';

const bearerPattern = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

const bearerToken = (authorization: string): string => {
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

/**
 * The token of a request. The cookie counts only where the route accepts it, and only without an Authorization header.
 */
export const requestToken = (
  { route }: RouteMatch,
  { authorization, cookie }: Pick<RequestHead, 'authorization' | 'cookie'>,
): string =>
  (route.acceptsCookie === true && authorization === '' ? tokenInCookie(cookie) : undefined) ??
  bearerToken(authorization);

/**
 * Stage 5: finds the grant of the token (AUTH001 to AUTH003). Returns no promise if the cache of this process has it.
 */
export const authenticate = (
  { grants }: Pick<RequestContext, 'grants'>,
  { correlationId }: Exchange,
  { projectKey }: RouteMatch,
  token: string,
): Grant | Promise<Grant | undefined> =>
  grants.get(projectKey, token) ?? grants.fetch(projectKey, token, correlationId);
