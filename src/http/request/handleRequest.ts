/**
 * The life of a request in the main thread, stage by stage. Each stage is a file of this folder; the first that refuses
 * the request throws, and respondWithError sends the error.
 *
 *     receive → checkHead → (answer a preflight) → findRoute → shouldShedRequest ┐
 *     ┌──────────────────────────────────────────────────────────────────────────┘
 *     ├→ authenticate → authorize ┬→ dispatch → respond
 *     └→ readBody (with a body) ──┘
 */
import type { Grant } from '../../auth/oauth/Grant.js';
import { overloadResponse } from '../../base/shedding/overloadResponse.js';
import { isPreflight } from '../exchange/CrossOriginPolicy.js';
import type { Exchange } from '../exchange/Exchange.js';
import { httpsOnlyPage } from '../pages/sites.js';
import type { RouteMatch } from '../routing/Router.js';
import { authenticate, requestToken } from './authenticate.js';
import { authorize } from './authorize.js';
import { checkHead, isPlainHttpBehindProxy } from './checkHead.js';
import { dispatch } from './dispatch.js';
import { findRoute } from './findRoute.js';
import { readBody } from './readBody.js';
import { receive } from './receive.js';
import type { RequestContext } from './RequestContext.js';
import { respondWithError } from './respond.js';
import { shouldShedRequest } from './shouldShedRequest.js';

const noBytes = new Uint8Array();

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
