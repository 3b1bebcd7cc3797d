import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { isStoredResourceRead } from './readStored.js';
import { forwardedAuthorization } from './callWorker.js';
import type { RequestContext } from './RequestContext.js';

/**
 * Stage 4: tells whether an overloaded server refuses the request now, before it looks at its token and reads its body.
 * Routes that the main thread answers by itself, such as probes, are never shed.
 */
export const shouldShedRequest = ({ pool, reads }: RequestContext, exchange: Exchange, match: RouteMatch): boolean => {
  if (isStoredResourceRead(match, exchange.head.query) || match.storedPagePlan !== undefined)
    return reads.gateOf(match.projectKey).shouldShed(match.projectKey);
  const { route, projectKey } = match;
  return (
    route.verb.kind !== 'local' &&
    pool.shouldShed({ projectKey, authorization: forwardedAuthorization(match, exchange) })
  );
};
