import { allowsScope } from '../../credentials/scopes.js';
import { fail } from '../../errors/ApiError.js';
import type { Grant } from '../../oauth/Grant.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';

/** Refuses a missing grant, and one without a scope that the route requires (AUTH004 to AUTH006). */
export const assertAllowed = (grant: Grant | undefined, { route, parameters, projectKey }: RouteMatch): Grant => {
  if (grant === undefined) throw fail('invalid_token', { message: 'The access token is unknown, expired or revoked.' });
  const { scopes = [] } = route;
  const { storeKey } = parameters;
  if (scopes !== 'any' && !allowsScope(grant.scopes, scopes, storeKey)) {
    const wanted = scopes.map(name => `${name}:${projectKey}${storeKey === undefined ? '' : `:${storeKey}`}`);
    throw fail('insufficient_scope', { message: `Insufficient scope. One of these is needed: ${wanted.join(', ')}.` });
  }
  return grant;
};

/** Stage 6: compares the grant with the scopes of the route. */
export const authorize = (exchange: Exchange, match: RouteMatch, grant: Grant | undefined): Grant => {
  const allowed = assertAllowed(grant, match);
  exchange.grant = allowed;
  return allowed;
};
