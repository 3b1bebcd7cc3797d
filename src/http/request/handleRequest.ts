/**
 * The life of a request in the main thread, stage by stage. The longer stages are files of this folder; the first that
 * refuses the request throws, and respondWithError sends the error.
 *
 *     receive → checkHead → (answer a preflight) → findRoute → shouldShedRequest ┐
 *     ┌──────────────────────────────────────────────────────────────────────────┘
 *     ├→ authenticate → authorize ┬→ dispatch → respond
 *     └→ readBody (with a body) ──┘
 */
import type { Grant } from '../../auth/oauth/Grant.js';
import { overloadResponse } from '../../base/shedding/overloadResponse.js';
import { isPreflight } from '../exchange/CrossOriginPolicy.js';
import { assignCorrelationId, type Exchange, startObserving } from '../exchange/Exchange.js';
import { httpsOnlyPage } from '../pages/sites.js';
import type { RouteMatch } from '../routing/Router.js';
import { authenticate, authorize, requestToken } from './authenticate.js';
import { checkHead, isPlainHttpBehindProxy } from './checkHead.js';
import { dispatch } from './dispatch.js';
import { findRoute } from './findRoute.js';
import { readBody } from './readBody.js';
import type { RequestContext } from './RequestContext.js';
import { respondWithError } from './respond.js';
import { isStoredResourceRead } from './readStored.js';
import { forwardedAuthorization } from './callWorker.js';

const noBytes = new Uint8Array();

/**
 * Stage 1: starts the time measurement, if there is an observer, and gives the request its correlation id and the
 * headers that a page of another origin needs to read the response, whatever it will be.
 */
const receive = ({ observer, crossOrigin }: RequestContext, exchange: Exchange): void => {
  if (observer !== undefined) startObserving(observer, exchange);
  assignCorrelationId(exchange);
  const { origin } = exchange.head;
  if (origin !== '') exchange.crossOriginHeaders = crossOrigin.responseHeaders(origin);
};

/**
 * Stage 4: tells whether an overloaded server refuses the request now, before it looks at its token and reads its body.
 * Routes that the main thread answers by itself, such as probes, are never shed.
 */
const shouldShedRequest = ({ pool, reads }: RequestContext, exchange: Exchange, match: RouteMatch): boolean => {
  if (isStoredResourceRead(match, exchange.head.query) || match.storedPagePlan !== undefined)
    return reads.gateOf(match.projectKey).shouldShed(match.projectKey);
  const { route, projectKey } = match;
  return (
    route.verb.kind !== 'local' &&
    pool.shouldShed({ projectKey, authorization: forwardedAuthorization(match, exchange) })
  );
};

/** Returns undefined for a public route; a promise only if the cache of this process does not have the grant. */
const grantOf = (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
): Grant | undefined | Promise<Grant> => {
  if (match.route.scopes === undefined) return undefined;
  const token = requestToken(exchange.head);
  const grant = authenticate(context, exchange, match, token);
  return grant instanceof Promise
    ? grant.then(found => authorize(exchange, match, found, token))
    : authorize(exchange, match, grant, token);
};

const dispatchWithGrant = async (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  grant: Promise<Grant>,
): Promise<void> => {
  try {
    dispatch(context, exchange, match, await grant, noBytes);
  } catch (error) {
    respondWithError(context, exchange, error);
  }
};

/** The body arrives while the token is looked up: neither waits for the other, and the first refusal is sent. */
const dispatchWithBody = async (context: RequestContext, exchange: Exchange, match: RouteMatch): Promise<void> => {
  try {
    const body = readBody(context, exchange, match.route);
    const grant = grantOf(context, exchange, match);
    if (grant instanceof Promise) {
      const [granted, received] = await Promise.all([grant, body]);
      dispatch(context, exchange, match, granted, received);
    } else dispatch(context, exchange, match, grant, await body);
  } catch (error) {
    respondWithError(context, exchange, error);
  }
};

export const createRequestHandler =
  (context: RequestContext) =>
  (exchange: Exchange): void => {
    try {
      receive(context, exchange);
      if (isPlainHttpBehindProxy(context.config, exchange.head)) return exchange.send(httpsOnlyPage);
      checkHead(context.config, exchange.head);
      if (isPreflight(exchange.head)) return exchange.send(context.crossOrigin.answerPreflight(exchange.head));
      const match = findRoute(context, exchange);
      if (shouldShedRequest(context, exchange, match))
        return exchange.send(overloadResponse(match.route.service === 'auth'));
      if (match.route.body !== 'none') return void dispatchWithBody(context, exchange, match);
      const grant = grantOf(context, exchange, match);
      // An await for a known token would add 0.03 µs to each read.
      if (grant instanceof Promise) return void dispatchWithGrant(context, exchange, match, grant);
      dispatch(context, exchange, match, grant, noBytes);
    } catch (error) {
      respondWithError(context, exchange, error);
    }
  };
