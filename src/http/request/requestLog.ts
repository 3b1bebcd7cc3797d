import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { LogRateLimit } from '../../base/observe/log/createLog.js';
import type { RequestLogFields } from '../../base/observe/log/formatLogLine.js';
import type { Exchange, RequestObserver } from '../exchange/Exchange.js';
import type { SlowRequestFigures } from '../../base/observe/metrics/Figures.js';
import { remoteAddressOf } from './checkHead.js';

/** Longer values are invented by clients: valid ones are never longer. */
const methodLengthMax = 20;
const projectKeyLengthMax = 64;
/** Slow requests logged in one second; further ones are counted. */
const slowPerSecondMax = 10;

const logFields = ({ correlationId, head, match, grant }: Exchange, status: number, ms: number): RequestLogFields => ({
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

/** Refusals logged in one second; further ones are counted, since any client can cause them. */
const refusedPerSecondMax = 10;

/**
 * Tells whether a response refuses a sign-in, a token, a permission, or one try too many. A page of the console that
 * asks whether it is signed in tries nothing.
 */
const isRefusal = ({ match }: Exchange, status: number): boolean =>
  status === 403 ||
  status === 429 ||
  (status === 401 && match?.route.hasSession !== true) ||
  (status === 400 && match?.route.service === 'auth');

/** Logs refused requests (OWASP ASVS 5, V16.3); undefined with ACCESS_LOG, which logs all requests. */
export const createRefusalLog = (
  config: Pick<Config, 'accessLog' | 'behindTlsProxy'>,
  log: Logger,
): RequestObserver | undefined => {
  if (config.accessLog) return undefined;
  const limit = new LogRateLimit(refusedPerSecondMax);
  return {
    requestEnded: (exchange, status, _bytes, ms) => {
      if (status < 400 || !isRefusal(exchange, status)) return;
      const notLogged = limit.pass(exchange.startMs + ms);
      if (notLogged === undefined) return;
      // The connection may be gone; a proxy has told the address before.
      const remoteAddress = remoteAddressOf(config, exchange) || undefined;
      log.info(
        { ...logFields(exchange, status, ms), remoteAddress, ...(notLogged > 0 && { notLogged }) },
        'request refused',
      );
    },
  };
};

const keptMax = 100;

/** The trace id of a recorded trace, from its `traceparent` (W3C Trace Context): version-trace-parent-flags. */
const traceIdOf = ({ trace }: Exchange): string | undefined =>
  trace?.traceparent.endsWith('-01') === true ? trace.traceparent.split('-')[1] : undefined;

/** Keeps the last slow requests for the console. */
export class SlowRequests implements RequestObserver {
  readonly #kept: SlowRequestFigures[] = [];
  readonly #slowMs: number;

  constructor({ slowRequestMs }: Pick<Config, 'slowRequestMs'>) {
    this.#slowMs = slowRequestMs === 0 ? Infinity : slowRequestMs;
  }

  requestEnded(exchange: Exchange, status: number, _bytes: number, ms: number): void {
    if (ms <= this.#slowMs) return;
    const traceId = traceIdOf(exchange);
    this.#kept.push({
      at: new Date().toISOString(),
      ...logFields(exchange, status, ms),
      ...(traceId !== undefined && { traceId }),
    });
    if (this.#kept.length > keptMax) this.#kept.shift();
  }

  /** Returns the newest request first. */
  list(): SlowRequestFigures[] {
    return this.#kept.toReversed();
  }
}
