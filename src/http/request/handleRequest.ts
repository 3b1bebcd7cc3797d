import type { Config } from '../../config/settings.js';
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Grant } from '../../oauth/GrantCache.js';
import { errorResponse, basicChallenge, standardHeaders } from './respond.js';
import { assertAllowed, findGrant, tokenFor } from './authorize.js';
import { assertBodyRules, assertHead, isPlainHttpBehindProxy } from './receive.js';
import { assertCorrelationId, assignCorrelationId } from '../exchange/correlationId.js';
import type { OutgoingResponse, Exchange } from '../exchange/Exchange.js';
import { overloadResponse } from '../../shedding/overloadResponse.js';
import { readStoredResource, isStoredResourceRead } from './readStoredResource.js';
import type { RequestContext } from './RequestContext.js';
import { graphiqlPages } from '../pages/graphiqlSite.js';
import { assertHost } from './assertHost.js';
import { httpsOnlyPage } from '../pages/httpsOnlyPage.js';
import { openapiSite } from '../pages/openapiSite.js';
import { queueEnter, queuePages, refusedPage } from '../pages/jobBoard/jobBoardPages.js';
import { tokenInCookie } from '../pages/jobBoard/sessionCookie.js';
import type { RouteMatch } from '../routing/Router.js';
import { startObserving } from '../exchange/RequestObserver.js';

const noBytes = new Uint8Array();

/** Hands the request to a worker. */
const dispatch = (
  { pool, grants }: RequestContext,
  exchange: Exchange,
  { route, parameters }: RouteMatch,
  grant: Grant | undefined,
  body: Uint8Array,
): void => {
  const call = {
    verb: route.verb,
    projectKey: parameters.projectKey ?? '',
    typeId: route.typeId ?? '',
    creation: route.creation,
    field: route.field,
    value: route.field && parameters[route.parameter ?? route.field],
    storeKey: parameters.storeKey,
    own: route.own,
    query: exchange.head.query,
    body,
    client: grant?.client,
    authorization: route.forwards === 'authorization' ? exchange.head.authorization : undefined,
    scope: route.forwards === 'scope' ? grant?.scope : undefined,
    correlationId: exchange.correlationId,
  };
  pool.send(
    exchange.trace === undefined ? call : { ...call, trace: exchange.trace },
    ({ status, body: answer, headers, revokedTokenSubjects }) => {
      // Before the answer: whoever has it may rely on it here (AUTH043).
      revokedTokenSubjects?.forEach(subject => grants.deleteRevoked(subject));
      exchange.send({ status, body: answer, headers: headers ?? standardHeaders(status, basicChallenge) });
    },
  );
};

const probe = async ({ unreadiness }: RequestContext, verb: string): Promise<OutgoingResponse> => {
  const reason = verb === 'ready' ? await unreadiness() : undefined;
  if (reason !== undefined) throw fail('ServiceUnavailable', { message: reason });
  return { status: 200, body: '{"status":"ok"}' };
};

type Proceed = (grant: Grant | undefined) => void;

/** Calls `proceed` once the token is known to reach; at once where this process has seen it before. */
const authorize = (
  front: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  proceed: Proceed,
  refuse: (error: unknown) => void,
): void => {
  if (match.route.scopes === undefined) return proceed(undefined);
  const found = findGrant(
    front.grants,
    match.parameters.projectKey!,
    tokenFor(match, exchange.head),
    exchange.correlationId,
  );
  if (!(found instanceof Promise)) return proceed((exchange.grant = assertAllowed(found, match)));
  found.then(grant => proceed((exchange.grant = assertAllowed(grant, match)))).catch(refuse);
};

/** Answered by the front itself: files, and no data. */
const pages: ReadonlyMap<string, (match: RouteMatch, config: Config) => Promise<OutgoingResponse>> = new Map([
  ...graphiqlPages,
  ...queuePages,
  ['openapiPage', openapiSite],
]);

/** The front's own, which need neither workers nor Redis; probes are never shed. */
const isCheap = ({ service, verb }: RouteMatch['route']): boolean =>
  service === 'probe' || verb === 'openapi' || verb === 'jobBoardSignIn' || pages.has(verb);

/** Whether there is no time for it: known before its token, and its body, are looked at. */
const isShed = ({ pool, reads }: RequestContext, { head }: Exchange, match: RouteMatch): boolean =>
  !isCheap(match.route) && (isStoredResourceRead(match, head.query) ? reads.shouldShed() : pool.shouldShed());

/** Its place is given back without a promise more: this is the shortest way that a request takes. */
const readFast = (
  front: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  refuse: (error: unknown) => void,
): void => {
  const { reads } = front;
  const isProbe = reads.admit();
  readStoredResource(front, match).then(
    answer => {
      reads.release(isProbe);
      exchange.send(answer);
    },
    (error: unknown) => {
      reads.release(isProbe);
      refuse(error);
    },
  );
};

const withoutBody = (
  front: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  refuse: (error: unknown) => void,
): void => {
  authorize(
    front,
    exchange,
    match,
    grant => {
      const page = pages.get(match.route.verb);
      if (page !== undefined) page(match, front.config).then(answer => exchange.send(answer), refuse);
      else if (match.route.verb === 'openapi') front.openapi(exchange).then(answer => exchange.send(answer), refuse);
      else if (match.route.service === 'probe')
        probe(front, match.route.verb).then(answer => exchange.send(answer), refuse);
      else if (isStoredResourceRead(match, exchange.head.query)) readFast(front, exchange, match, refuse);
      else dispatch(front, exchange, match, grant, noBytes);
    },
    refuse,
  );
};

/** The body is taken while the token is looked up: neither waits for the other. */
const withBody = (
  front: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  refuse: (error: unknown) => void,
): void => {
  let granted: { readonly grant: Grant | undefined } | undefined;
  let body: Uint8Array | undefined;
  const proceed = (): void => {
    if (granted === undefined || body === undefined) return;
    if (match.route.verb === 'jobBoardSignIn')
      queueEnter(front, exchange, match, body).then(answer => exchange.send(answer), refuse);
    else dispatch(front, exchange, match, granted.grant, body);
  };
  const bodyBytesMax = match.route.body === 'form' ? limits.formBytesMax : front.config.bodyBytesMax;
  exchange.readBody(bodyBytesMax, received => {
    if (received === undefined) return refuse(fail('RequestBodyTooLarge', { bytesMax: bodyBytesMax }));
    body = received;
    exchange.bodyBytes = received.length;
    proceed();
  });
  authorize(
    front,
    exchange,
    match,
    grant => {
      granted = { grant };
      proceed();
    },
    refuse,
  );
};

/** A browser that may not see a page gets a form instead of JSON. */
const withForm =
  (exchange: Exchange, match: RouteMatch, refuse: (error: unknown) => void) =>
  (error: unknown): void => {
    const { authorization, cookie } = exchange.head;
    refusedPage(match, error, authorization !== '' || tokenInCookie(cookie) !== undefined).then(
      page => (page === undefined ? refuse(error) : exchange.send(page)),
      refuse,
    );
  };

export const createRequestHandler =
  (front: RequestContext) =>
  (exchange: Exchange): void => {
    let refuse = (error: unknown): void => exchange.send(errorResponse(error, exchange, front.log));
    if (front.observer !== undefined) startObserving(front.observer, exchange);
    try {
      assignCorrelationId(exchange);
      if (isPlainHttpBehindProxy(front.config, exchange.head)) return exchange.send(httpsOnlyPage);
      assertCorrelationId(exchange.head);
      assertHead(front.config, exchange.head);
      const match = (exchange.match = front.router.match(exchange.head.method, exchange.head.path));
      assertHost(front.config, match.route, exchange.head);
      assertBodyRules(match.route, exchange.head);
      if (isShed(front, exchange, match)) return exchange.send(overloadResponse(match.route.service === 'auth'));
      if (match.route.verb === 'jobBoardPage') refuse = withForm(exchange, match, refuse);
      if (match.route.body === 'none') withoutBody(front, exchange, match, refuse);
      else withBody(front, exchange, match, refuse);
    } catch (error) {
      refuse(error);
    }
  };
