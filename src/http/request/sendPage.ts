import { fail } from '../../errors/ApiError.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';

/** Methods whose responses are pages of resources. */
const pageVerbs: ReadonlySet<string> = new Set([
  'query',
  'shippingMethodsForCart',
  'shippingMethodsForCartAndPlace',
  'shippingMethodsForPlace',
]);

/** The part of a page before its results. */
const headBytes = 200;

/** A page beyond the last resource has a total, although it has no results. */
const emptyPage = /^\{(?:"limit":\d+,)?(?:"offset":\d+,)?"count":0,(?:"total":0,)?"results"/;

const isEmptyPage = ({ status, body }: OutgoingResponse): boolean => {
  if (status !== 200) return false;
  const head = typeof body === 'string' ? body : Buffer.from(body.subarray(0, headBytes)).toString('latin1');
  return emptyPage.test(head);
};

/**
 * Sends a response. HEAD of a query asks whether anything matches it, and is answered with a 404 where nothing does, as
 * the SDK documents for each collection.
 */
export const sendPage = (exchange: Exchange, response: OutgoingResponse): void => {
  const { head, match } = exchange;
  if (head.method !== 'HEAD' || !pageVerbs.has(match?.route.verb ?? '') || !isEmptyPage(response))
    return exchange.send(response);
  const error = fail('ResourceNotFound', { message: 'No resource matches the query.' });
  exchange.send({ status: error.status, body: JSON.stringify(error.toBody()) });
};
