import type { Grant } from '../../auth/oauth/Grant.js';
import { verbs } from '../../operations/verbs/index.js';
import { seesPublishedOnly } from '../../engine/visibility.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { answerStoredPage, isStoredResourceRead, readStoredResource, type StoredResourceMatch } from './readStored.js';
import { callWorker } from './callWorker.js';
import { findKept, keeperOf, keptName, validBody } from './keptResponses.js';
import { handlerOf } from './localVerbs.js';
import type { RequestContext } from './RequestContext.js';
import { respondWithError, sendPage } from './respond.js';

/**
 * Releases the place of the read in the callbacks of one promise: finally() would add a promise to the fastest path of
 * a request.
 */
const respondWithStoredResource = (
  context: RequestContext,
  exchange: Exchange,
  match: StoredResourceMatch,
  leaveToWorker: () => void,
): void => {
  const reads = context.reads.gateOf(match.projectKey);
  const isProbe = reads.admit();
  readStoredResource(context, match).then(
    response => {
      reads.release(isProbe);
      if (response === undefined) leaveToWorker();
      else exchange.send(response);
    },
    (error: unknown) => {
      reads.release(isProbe);
      respondWithError(context, exchange, error);
    },
  );
};

/** Sends what a read of the store returns; where it returns nothing, a worker answers. */
const respondWithRead = (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  read: () => Promise<Buffer | undefined>,
  leaveToWorker: () => void,
): void => {
  const reads = context.reads.gateOf(match.projectKey);
  const isProbe = reads.admit();
  read().then(
    body => {
      reads.release(isProbe);
      if (body === undefined) leaveToWorker();
      else sendPage(exchange, { status: 200, body });
    },
    (error: unknown) => {
      reads.release(isProbe);
      respondWithError(context, exchange, error);
    },
  );
};

const respondLocally = (context: RequestContext, exchange: Exchange, response: Promise<OutgoingResponse>): void => {
  response.then(
    sent => exchange.send(sent),
    (error: unknown) => respondWithError(context, exchange, error),
  );
};

/** Stage 8: answers from the stored bytes, in the main thread, or by a worker. */
export const dispatch = (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  grant: Grant | undefined,
  body: Uint8Array,
): void => {
  const { route, parameters } = match;
  const { verb } = route;
  // The scopes of the path's store count, as for the scopes of the route. Published data differs from the stored bytes.
  const publishedOnly =
    route.unpublishedScopes === undefined || grant === undefined
      ? undefined
      : seesPublishedOnly(route.unpublishedScopes, grant.scopes, parameters.storeKey);
  const sendsStored = publishedOnly !== true;
  if (sendsStored && isStoredResourceRead(match, exchange.head.query))
    return respondWithStoredResource(context, exchange, match, () =>
      callWorker(context, exchange, { verb: verbs.read, match, grant, publishedOnly, body }),
    );
  if (verb.kind === 'local') return respondLocally(context, exchange, handlerOf(verb)(context, exchange, match, body));
  const plan = sendsStored ? match.storedPagePlan : undefined;
  if (plan !== undefined)
    return respondWithRead(
      context,
      exchange,
      match,
      () => answerStoredPage(context, match, plan),
      () => callWorker(context, exchange, { verb, match, grant, publishedOnly, body }),
    );
  const name = keptName(exchange, match, publishedOnly);
  const keep = name === undefined ? undefined : keeperOf(name);
  const leaveToWorker = (): void => callWorker(context, exchange, { verb, match, grant, publishedOnly, body, keep });
  const kept = name === undefined ? undefined : findKept(name);
  if (name === undefined || kept === undefined) leaveToWorker();
  else respondWithRead(context, exchange, match, () => validBody(context, match.projectKey, name, kept), leaveToWorker);
};
