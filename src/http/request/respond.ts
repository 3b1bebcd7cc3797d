import type { Logger } from 'pino';
import { fail } from '../../errors/ApiError.js';
import { toApiError } from '../../redis/redisErrors.js';
import { toNotWritten } from '../../store/unavailableErrors.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
import { isAccessError, signInPage } from '../pages/jobBoard/jobBoardPages.js';
import { mayChange } from './recordChange.js';
import type { RequestContext } from './RequestContext.js';

export const basicChallenge = 'Basic realm="quayside"';

/** Says how to authenticate with a bearer token (RFC 6750 section 3). */
const bearerChallenge = (authorization: string): string =>
  `Bearer realm="quayside"${authorization === '' ? '' : ', error="invalid_token"'}`;

/** The headers that HTTP requires with 401: how to authenticate. */
export const standardHeaders = (status: number, challenge: string): OutgoingResponse['headers'] =>
  status === 401 ? [['WWW-Authenticate', challenge]] : undefined;

/** This thread writes nothing: a change that is refused here was not carried out. */
const ofChange = (error: unknown, { head, match }: Exchange): unknown =>
  match !== undefined && mayChange(match.route.verb, head.method) ? toNotWritten(error) : error;

const errorResponse = (error: unknown, exchange: Exchange, log: Logger): OutgoingResponse => {
  const { head, correlationId } = exchange;
  const knownError = toApiError(ofChange(error, exchange));
  if (knownError === undefined) log.error({ err: error, correlationId }, 'unexpected error');
  const apiError = knownError ?? fail('General', { correlationId });
  return {
    status: apiError.status,
    body: JSON.stringify(apiError.toBody(head.path.startsWith('/oauth/'))),
    headers: standardHeaders(apiError.status, bearerChallenge(head.authorization)) ?? apiError.headers,
  };
};

/**
 * Last stage of a refused request: sends the error; a browser that may not see the job board gets a form to sign in.
 */
export const respondWithError = ({ log }: RequestContext, exchange: Exchange, error: unknown): void => {
  const { match } = exchange;
  if (match?.route.verb !== 'jobBoardPage' || !isAccessError(error))
    return exchange.send(errorResponse(error, exchange, log));
  // A token that is missing or has ended is replaced by a new one of the session; another one would be refused again.
  signInPage(match, error, error.status === 401 ? '' : error.message).then(
    page => exchange.send(page),
    (pageError: unknown) => exchange.send(errorResponse(pageError, exchange, log)),
  );
};
