import { allowsScope } from '../../base/credentials/scopes.js';
import { type ApiError, fail } from '../../base/errors/ApiError.js';
import { isMarkedForOtherProject } from '../../auth/oauth/TokenStore.js';
import type { Grant } from '../../auth/oauth/Grant.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';

/** Tells a client that mixes up its projects the real cause: it would look in vain for an expired token. */
const invalidToken = (token: string, projectKey: string): ApiError =>
  fail('invalid_token', {
    message: isMarkedForOtherProject(token, projectKey)
      ? 'The access token was issued for another project.'
      : 'The access token is unknown, expired or revoked.',
  });

/** Refuses a missing grant, and one without a scope that the route requires (AUTH004 to AUTH006). */
const assertAllowed = (
  grant: Grant | undefined,
  { route, parameters, projectKey }: RouteMatch,
  token: string,
): Grant => {
  if (grant === undefined) throw invalidToken(token, projectKey);
  const { scopes = [] } = route;
  const { storeKey } = parameters;
  if (scopes !== 'any' && !allowsScope(grant.scopes, scopes, storeKey)) {
    const wanted = scopes.map(name => `${name}:${projectKey}${storeKey === undefined ? '' : `:${storeKey}`}`);
    throw fail('insufficient_scope', {
      message: `Insufficient scope. One of the following scopes is missing: ${wanted.join(', ')}.`,
    });
  }
  return grant;
};

/** Stage 6: compares the grant with the scopes of the route. The log names the client of a refused request, too. */
export const authorize = (exchange: Exchange, match: RouteMatch, grant: Grant | undefined, token: string): Grant => {
  exchange.grant = grant;
  return assertAllowed(grant, match, token);
};
