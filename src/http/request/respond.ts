import type { Logger } from 'pino';
import { fail } from '../../base/errors/ApiError.js';
import { countUnavailable } from '../../base/errors/UnavailableError.js';
import { toApiError } from '../../base/redis/redisErrors.js';
import { toWriteError } from '../../store/unavailableErrors.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
import type { RequestContext } from './RequestContext.js';

export const basicChallenge = 'Basic realm="quayside"';

/** Says how to authenticate with a bearer token (RFC 6750 section 3). */
const bearerChallenge = (authorization: string): string =>
  `Bearer realm="quayside"${authorization === '' ? '' : ', error="invalid_token"'}`;

/** The headers that HTTP requires with 401: how to authenticate. */
export const standardHeaders = (status: number, challenge: string): OutgoingResponse['headers'] =>
  status === 401 ? [['WWW-Authenticate', challenge]] : undefined;

const errorResponse = (error: unknown, { head, correlationId, match }: Exchange, log: Logger): OutgoingResponse => {
  const isChange = match?.route.verb.kind === 'change';
  const knownError = isChange ? toWriteError(error) : toApiError(error);
  if (knownError === undefined) log.error({ err: error, correlationId }, 'unexpected error');
  const apiError = knownError ?? fail('General', { correlationId });
  countUnavailable(apiError);
  return {
    status: apiError.status,
    body: JSON.stringify(apiError.toBody(head.path.startsWith('/oauth/'))),
    headers: standardHeaders(apiError.status, bearerChallenge(head.authorization)) ?? apiError.headers,
  };
};

/** Last stage of a refused request: sends the error. */
export const respondWithError = ({ log }: RequestContext, exchange: Exchange, error: unknown): void =>
  exchange.send(errorResponse(error, exchange, log));

/** The part of a page before its results. */
const headBytes = 200;

/** Matches an empty page. A page beyond the last resource has a total, although it has no results. */
const emptyPage = /^\{(?:"limit":\d+,)?(?:"offset":\d+,)?"count":0,(?:"total":0,)?"results"/;

const isEmptyPage = ({ status, body }: OutgoingResponse): boolean => {
  if (status !== 200) return false;
  const head = typeof body === 'string' ? body : Buffer.from(body.subarray(0, headBytes)).toString('latin1');
  return emptyPage.test(head);
};

/**
 * Sends a response. HEAD of a query asks whether anything matches it: without a match the answer is 404, as the SDK
 * documents for each collection.
 */
export const sendPage = (exchange: Exchange, response: OutgoingResponse): void => {
  const { head, match } = exchange;
  if (head.method !== 'HEAD' || match?.route.verb.kind !== 'page' || !isEmptyPage(response))
    return exchange.send(response);
  const error = fail('ResourceNotFound', { message: 'No resource matches the query.' });
  exchange.send({ status: error.status, body: JSON.stringify(error.toBody()) });
};
