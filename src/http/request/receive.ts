import { assignCorrelationId, type Exchange, startObserving } from '../exchange/Exchange.js';
import type { RequestContext } from './RequestContext.js';

/**
 * Stage 1: starts the time measurement, if there is an observer, and gives the request its correlation id and the
 * headers that a page of another origin needs to read the response, whatever it will be.
 */
export const receive = ({ observer, crossOrigin }: RequestContext, exchange: Exchange): void => {
  if (observer !== undefined) startObserving(observer, exchange);
  assignCorrelationId(exchange);
  const { origin } = exchange.head;
  if (origin !== '') exchange.crossOriginHeaders = crossOrigin.responseHeaders(origin);
};
