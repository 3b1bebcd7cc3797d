import type { Config } from '../../base/config/settings.js';
import { fail, invalidInput } from '../../base/errors/ApiError.js';
import { type Exchange, type RequestHead, mediaTypeOf } from '../exchange/Exchange.js';
import { assertOfferedParameters } from '../routing/missingParameters.js';
import type { Route } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import { assertPathParameters } from './assertPathParameters.js';
import { planStoredRead } from './readStored.js';
import type { RequestContext } from './RequestContext.js';

/** The API and the authorization service answer only on their own host names, where these are set (GEN009, GEN010). */
const assertHost = ({ apiHosts, authHosts }: Config, { service }: Route, { host, path }: RequestHead): void => {
  if (service === 'probe') return;
  const hosts = service === 'api' ? apiHosts : authHosts;
  if (hosts.length === 0) return;
  const name = host.toLowerCase();
  if (!hosts.includes(name) && !hosts.includes(name.replace(/:\d+$/, '')))
    throw fail('ResourceNotFound', {
      message: `The path '${path.slice(0, 200)}' does not exist on the host '${host.slice(0, 200)}'.`,
    });
};

const mediaTypes = {
  json: ['application/json'],
  graphql: ['application/json', 'application/graphql'],
  form: ['application/x-www-form-urlencoded'],
} as const;

/** Refuses a body where the route takes none, and a body of another media type than the route's (LIM002, GEN022). */
const assertBodyRules = (
  { body, service }: Route,
  { method, path, contentLength, transferEncoding, contentType }: RequestHead,
): void => {
  const isEmpty = (contentLength === '' || contentLength === '0') && transferEncoding === '';
  if (body === 'none') {
    if (!isEmpty) throw invalidInput(`A ${method} request to '${path.slice(0, 200)}' takes no body; got one.`);
    return;
  }
  // The parameters of a form without a body are in the URL.
  if (body === 'any' || (body === 'form' && isEmpty)) return;
  const given = mediaTypeOf(contentType);
  const expected: readonly string[] = mediaTypes[body];
  if (!expected.includes(given))
    throw fail(service === 'auth' ? 'invalid_request' : 'InvalidInput', {
      message:
        `The header Content-Type is ${given === '' ? 'missing' : `'${given.slice(0, 100)}'`}; ` +
        `expected ${expected.join(' or ')}.`,
    });
};

/** The route that a query parameter stands for, with its value as path parameter. */
const routeByParameter = (match: RouteMatch, query: string): RouteMatch => {
  const { byParameter } = match.route;
  if (byParameter === undefined || !query.includes(byParameter.name)) return match;
  const value = new URLSearchParams(query).get(byParameter.name);
  if (value === null) return match;
  return { ...match, route: byParameter.route, parameters: { ...match.parameters, [byParameter.name]: value } };
};

/** Stage 3: finds the route, and refuses requests by their host name, path parameters and body rules. */
export const findRoute = ({ router, config }: RequestContext, exchange: Exchange): RouteMatch => {
  const { head } = exchange;
  const match = routeByParameter(router.match(head.method, head.path), head.query);
  exchange.match = match;
  // Browsers send the cookie by themselves: pages of other origins must not read the response.
  if (match.route.hasSession === true) exchange.crossOriginHeaders = undefined;
  assertHost(config, match.route, head);
  assertPathParameters(match);
  assertOfferedParameters(match.route, head.query);
  assertBodyRules(match.route, head);
  match.storedPagePlan = planStoredRead(match, exchange);
  return match;
};
