/** What goes back for an error, and with which headers. */
import type { Logger } from 'pino';
import { fail } from '../../errors/ApiError.js';
import { toApiError } from '../../redis/redisErrors.js';
import type { OutgoingResponse, Exchange } from '../exchange/Exchange.js';

export const basicChallenge = 'Basic realm="quayside"';

/** What a refused access token is told (RFC 6750 section 3). */
const bearerChallenge = (authorization: string): string =>
  `Bearer realm="quayside"${authorization === '' ? '' : ', error="invalid_token"'}`;

/** Headers that a status brings along: how to authenticate, when to come again. */
export const standardHeaders = (status: number, challenge: string): OutgoingResponse['headers'] => {
  if (status === 401) return [['WWW-Authenticate', challenge]];
  return status === 503 ? [['Retry-After', '1']] : undefined;
};

export const errorResponse = (error: unknown, exchange: Exchange, log: Logger): OutgoingResponse => {
  const known = toApiError(error);
  if (known === undefined) log.error({ err: error, correlationId: exchange.correlationId }, 'unexpected error');
  const refused = known ?? fail('General', { correlationId: exchange.correlationId });
  const headers = standardHeaders(refused.status, bearerChallenge(exchange.head.authorization)) ?? refused.headers;
  return {
    status: refused.status,
    body: JSON.stringify(refused.toBody(exchange.head.path.startsWith('/oauth/'))),
    headers,
  };
};
