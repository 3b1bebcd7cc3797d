import { allowsScope } from '../../credentials/scopes.js';
import type { Grant } from '../../oauth/Grant.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import type { StoredPagePlan } from '../../engine/query/planStoredPage.js';
import { answerStoredPage, storedPagePlan } from './answerStoredPage.js';
import { callWorker } from './callWorker.js';
import { isLocalVerb, localHandlers } from './localHandlers.js';
import { isStoredResourceRead, readStoredResource, type StoredResourceMatch } from './readStoredResource.js';
import type { RequestContext } from './RequestContext.js';
import { respondWithError } from './respond.js';
import { sendPage } from './sendPage.js';

/**
 * Releases the place of the read in the callbacks of one promise: finally() would add a promise to the shortest way of
 * a request.
 */
const respondWithStoredResource = (context: RequestContext, exchange: Exchange, match: StoredResourceMatch): void => {
  const reads = context.reads.gateOf(match.projectKey);
  const isProbe = reads.admit();
  readStoredResource(context, match).then(
    response => {
      reads.release(isProbe);
      exchange.send(response);
    },
    (error: unknown) => {
      reads.release(isProbe);
      respondWithError(context, exchange, error);
    },
  );
};

/** A worker answers where the stored bytes do not suffice. */
const respondWithStoredPage = (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  plan: StoredPagePlan,
  leaveToWorker: () => void,
): void => {
  const reads = context.reads.gateOf(match.projectKey);
  const isProbe = reads.admit();
  answerStoredPage(context, match, plan).then(
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

/** Whether the token sees published data alone, which differs from the stored bytes. */
const seesPublishedOnly = ({ route, parameters }: RouteMatch, grant: Grant | undefined): boolean =>
  route.unpublishedScopes !== undefined &&
  grant !== undefined &&
  !allowsScope(grant.scopes, route.unpublishedScopes, route.storeField && parameters.storeKey);

/** Stage 8: answers from the stored bytes, in the main thread, or by a worker. */
export const dispatch = (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  grant: Grant | undefined,
  body: Uint8Array,
): void => {
  const sendsStored = !seesPublishedOnly(match, grant);
  if (sendsStored && isStoredResourceRead(match, exchange.head.query))
    return respondWithStoredResource(context, exchange, match);
  const { verb } = match.route;
  if (isLocalVerb(verb)) return respondLocally(context, exchange, localHandlers[verb](context, exchange, match, body));
  const leaveToWorker = (): void => callWorker(context, exchange, { verb, match, grant, body });
  const plan = sendsStored ? storedPagePlan(match, exchange) : undefined;
  if (plan === undefined) leaveToWorker();
  else respondWithStoredPage(context, exchange, match, plan, leaveToWorker);
};
