/** One request and its response, without anything of uWebSockets.js. */
import type { Grant } from '../../oauth/Grant.js';
import type { TraceParent } from '../../tracing/traceParent.js';
import type { RouteMatch } from '../routing/Router.js';

/** The content type is `application/json` unless `headers` has another. */
export interface OutgoingResponse {
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The client of the proxy, or of the port, did not use TLS where the service does. */
  readonly isOverPlainHttp?: true;
}

/** The request line and the headers that the server uses; an absent header is empty. */
export interface RequestHead {
  /** In capitals. */
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly authorization: string;
  readonly cookie: string;
  readonly correlationId: string;
  /** The user at the client's side, in `X-External-User-ID`. */
  readonly externalUserId: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  readonly contentLength: string;
  /** In lower case. */
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
  /** The origin of the page that a browser sends the request for; it names it where the page is of another origin. */
  readonly origin: string;
  /** Access-Control-Request-Method and Access-Control-Request-Headers. */
  readonly requestedMethod: string;
  readonly requestedHeaders: string;
  /** Length of URL and headers together. */
  readonly bytes: number;
  /**
   * Whether a header is repeated that must not be, or a length is empty: two lengths are a means of request smuggling.
   */
  readonly isAmbiguous: boolean;
  /** Whether another parser may see the end of the request elsewhere: its connection serves no further request. */
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
  /** Bytes of the request body. */
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
