import { assignCorrelationId } from '../exchange/correlationId.js';
import type { Exchange } from '../exchange/Exchange.js';
import { startObserving } from '../exchange/observeRequests.js';
import type { RequestContext } from './RequestContext.js';

/** Stage 1: starts the time measurement, if there is an observer, and gives the request its correlation id. */
export const receive = ({ observer }: RequestContext, exchange: Exchange): void => {
  if (observer !== undefined) startObserving(observer, exchange);
  assignCorrelationId(exchange);
};
