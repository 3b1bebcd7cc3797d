/** One request and its response, without anything of uWebSockets.js. */
import type { Grant } from '../../auth/oauth/Grant.js';
import type { TraceParent } from '../../base/observe/tracing/traceParent.js';
import type { RouteMatch } from '../routing/Router.js';
import { randomUUID } from 'node:crypto';
import { limits } from '../../base/config/limits.js';
import { invalidInput } from '../../base/errors/ApiError.js';

/** The content type is `application/json` unless `headers` has another. */
export interface OutgoingResponse {
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** True if the client of the proxy, or of the port, did not use TLS where the service does. */
  readonly isOverPlainHttp?: true;
}

/** The request line and the headers that the server uses; an absent header is empty. */
export interface RequestHead {
  /** Is in capitals. */
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly authorization: string;
  readonly cookie: string;
  readonly correlationId: string;
  /** The user at the client's side, in `X-External-User-ID`. */
  readonly externalUserId: string;
  readonly userAgent: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly contentLength: string;
  /** Is in lower case. */
  readonly transferEncoding: string;
  readonly upgrade: string;
  readonly forwardedProto: string;
  readonly forwardedFor: string;
  readonly host: string;
  readonly traceparent: string;
  readonly tracestate: string;
  readonly ifNoneMatch: string;
  readonly accept: string;
  readonly acceptEncoding: string;
  /** The origin of the page that sends the request; a browser names it for pages of other origins. */
  readonly origin: string;
  /** Access-Control-Request-Method and Access-Control-Request-Headers. */
  readonly requestedMethod: string;
  readonly requestedHeaders: string;
  /** True if the client closes the connection behind the response (RFC 9112, section 9.6). */
  readonly asksToClose: boolean;
  /** Length of URL and headers together. */
  readonly bytes: number;
  /** True if a header is repeated that must not be, or a length is empty: both can smuggle a second request. */
  readonly isAmbiguous: boolean;
  /** True if another parser may see the end of the request elsewhere: its connection serves no further request. */
  readonly hasDoubtfulEnd: boolean;
}

export interface Exchange {
  readonly head: RequestHead;
  /** Milliseconds since the process started; 0 without an observer. */
  startMs: number;
  observer?: RequestObserver;
  /** Set by the stages of the request, for observers. */
  match?: RouteMatch;
  grant?: Grant;
  bodyBytes: number;
  /** The position in a trace, if the request is traced. */
  trace?: TraceParent;
  /** Set by the first stage; sent with every response (GEN024 to GEN027). */
  correlationId: string;
  /** Set by the first stage for requests of pages of other origins; sent with every response. */
  crossOriginHeaders?: OutgoingResponse['headers'];
  /** The address of the other end of the connection; only before the response. */
  remoteAddress(): string;
  /** Calls `onBody` once: with the whole body, or with undefined as soon as it exceeds `bytesMax`. */
  readBody(bytesMax: number, onBody: (body: Uint8Array | undefined) => void): void;
  /** Sends the response unless the client closed the connection; only the first call counts. */
  send(response: OutgoingResponse): void;
}

/** Metrics, the access log and traces observe requests. */
export interface RequestObserver {
  /** The head was read; no stage has begun. */
  requestStarted?(exchange: Exchange): void;
  /**
   * The response was sent, or the client closed the connection (clientClosedStatus); called once. `bytes` is the length
   * of the response body, `ms` the time since the request started.
   */
  requestEnded(exchange: Exchange, status: number, bytes: number, ms: number): void;
}

const { correlationIdLengthMin, correlationIdLengthMax } = limits;
// SDKs for .NET and PHP put the project in front of an id of their own: `shop/3f2b…`.
const wellFormed = new RegExp(`^(?=.{${correlationIdLengthMin},${correlationIdLengthMax}}$)[\\w-]+(?:/[\\w-]+)?$`);

/** Takes the id of the client, or generates one if the client sent none or a malformed one (GEN024). */
export const assignCorrelationId = (exchange: Exchange): void => {
  const given = exchange.head.correlationId;
  exchange.correlationId = wellFormed.test(given) ? given : randomUUID();
};

/** Refuses a malformed id (GEN027, GEN028). */
export const assertCorrelationId = ({ correlationId }: RequestHead): void => {
  if (correlationId !== '' && !wellFormed.test(correlationId))
    throw invalidInput(
      `The header X-Correlation-ID is malformed: expected ${correlationIdLengthMin} to ${correlationIdLengthMax} ` +
        "characters of letters, digits, '_' and '-', or of two such parts with a '/' between them, " +
        `got '${correlationId.slice(0, 100)}' with ${correlationId.length} characters.`,
    );
};

/** The quality of a value in an Accept header or one like it (RFC 9110 section 12.5); 0 where it is not named. */
export const qualityOf = (accept: string, range: string): number => {
  for (const each of accept.split(',')) {
    const [name = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase());
    if (name !== range) continue;
    const quality = parameters.find(part => part.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
};

/** The media type of a Content-Type header without its parameters; empty where the header is missing. */
export const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]!.trim().toLowerCase();

/** Tells whether a client prefers a named media type to JSON; programs that accept anything do not. */
export const prefersMediaType = (accept: string, mediaType: string): boolean => {
  const quality = qualityOf(accept, mediaType);
  return quality > 0 && quality >= qualityOf(accept, 'application/json');
};

/** Returns undefined without observers: then no time is measured. */
export const combineObservers = (observers: readonly (RequestObserver | undefined)[]): RequestObserver | undefined => {
  const present = observers.filter(observer => observer !== undefined);
  if (present.length <= 1) return present[0];
  return {
    requestStarted: exchange => {
      for (const observer of present) observer.requestStarted?.(exchange);
    },
    requestEnded: (exchange, status, bytes, ms) => {
      for (const observer of present) observer.requestEnded(exchange, status, bytes, ms);
    },
  };
};

export const startObserving = (observer: RequestObserver, exchange: Exchange): void => {
  exchange.startMs = performance.now();
  exchange.observer = observer;
  observer.requestStarted?.(exchange);
};
