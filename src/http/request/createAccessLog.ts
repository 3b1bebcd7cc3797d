import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { LogRateLimit } from '../../log/LogRateLimit.js';
import type { RequestLogFields } from '../../log/RequestLogFields.js';
import type { Exchange, RequestObserver } from '../exchange/Exchange.js';
/** Longer values come from clients that made them up: valid ones are never longer. */
const methodLengthMax = 20;
const projectKeyLengthMax = 64;
/** Slow requests logged in one second; further ones are counted. */
const slowPerSecondMax = 10;

export const logFields = (
  { correlationId, head, match, grant }: Exchange,
  status: number,
  ms: number,
): RequestLogFields => ({
  correlationId,
  method: head.method.slice(0, methodLengthMax),
  route: match?.route.path,
  status,
  ms: Math.round(ms * 1_000) / 1_000,
  projectKey: match?.parameters.projectKey?.slice(0, projectKeyLengthMax),
  clientId: grant?.client.clientId,
});

/**
 * Logs slow requests, and with ACCESS_LOG all requests. Lines contain no tokens, query strings or bodies. Undefined if
 * nothing is to be logged.
 */
export const createAccessLog = (
  { accessLog, slowRequestMs }: Pick<Config, 'accessLog' | 'slowRequestMs'>,
  log: Logger,
): RequestObserver | undefined => {
  const slowMs = slowRequestMs === 0 ? Infinity : slowRequestMs;
  if (!accessLog && slowMs === Infinity) return undefined;
  const slowLimit = new LogRateLimit(slowPerSecondMax);
  return {
    requestEnded: (exchange, status, _bytes, ms) => {
      const notLogged = ms > slowMs ? slowLimit.pass(exchange.startMs + ms) : undefined;
      if (notLogged !== undefined)
        log.warn({ ...logFields(exchange, status, ms), ...(notLogged > 0 && { notLogged }) }, 'slow request');
      else if (accessLog) log.info(logFields(exchange, status, ms), 'request');
    },
  };
};
