/** Requests as lines of the log: all where that is asked for, and slow ones. Never tokens, query strings or bodies. */
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { createBounded } from '../../log/LogRateLimit.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RequestObserver } from '../exchange/RequestObserver.js';

/** What a client chose is cut to what ours are at most. */
const methodMax = 20;
const projectKeyMax = 64;
/** Of all those that are slow in a second, the first. */
const slowPerSecondMax = 10;

const lineOf = ({ correlationId, head, match, grant }: Exchange, status: number, ms: number): object => ({
  correlationId,
  method: head.method.slice(0, methodMax),
  route: match?.route.path,
  status,
  ms: Math.round(ms * 1_000) / 1_000,
  projectKey: match?.parameters.projectKey?.slice(0, projectKeyMax),
  clientId: grant?.client.clientId,
});

/** Undefined where nothing is to be logged. */
export const createAccessLog = (
  { accessLog, slowRequestMs }: Pick<Config, 'accessLog' | 'slowRequestMs'>,
  log: Logger,
): RequestObserver | undefined => {
  const slowMs = slowRequestMs === 0 ? Infinity : slowRequestMs;
  if (!accessLog && slowMs === Infinity) return undefined;
  const slow = createBounded(slowPerSecondMax);
  return {
    requestEnded: (exchange, status, _, ms) => {
      const notLogged = ms > slowMs ? slow.pass(exchange.startMs + ms) : undefined;
      if (notLogged !== undefined)
        log.warn({ ...lineOf(exchange, status, ms), ...(notLogged > 0 && { notLogged }) }, 'slow request');
      else if (accessLog) log.info(lineOf(exchange, status, ms), 'request');
    },
  };
};
