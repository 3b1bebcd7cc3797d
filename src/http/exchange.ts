/** One request and its response, as the rest of the front sees them: nothing of uWebSockets.js shows. */
import type { Grant } from '../oauth/GrantCache.js';
import type { TraceParent } from '../tracing/traceParent.js';
import type { Match } from './router.js';
import type { Watcher } from './watcher.js';

/** What goes back; `application/json` unless `headers` says otherwise. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** The request's line and those headers that the front looks at; absent ones are empty. */
export interface Head {
  /** In capitals. */
  readonly method: string;
  /** As it came, still encoded. */
  readonly path: string;
  readonly query: string;
  readonly authorization: string;
  readonly cookie: string;
  readonly correlationId: string;
  readonly contentType: string;
  readonly contentLength: string;
  readonly transferEncoding: string;
  readonly upgrade: string;
  readonly forwardedProto: string;
  readonly host: string;
  readonly traceparent: string;
  readonly tracestate: string;
  readonly ifNoneMatch: string;
  /** URL and headers together. */
  readonly bytes: number;
  /** Whether a header stands twice that may not, or a length is empty: two lengths are how requests are smuggled. */
  readonly isAmbiguous: boolean;
}

export interface Exchange {
  readonly head: Head;
  /** Since the process started; 0 where nobody looks on. */
  startMs: number;
  watcher?: Watcher;
  /** What was found out about it so far, for those who look on. */
  match?: Match;
  grant?: Grant;
  /** Bytes of the body that was read. */
  bodyBytes: number;
  /** Where it stands in a trace, when it is traced. */
  trace?: TraceParent;
  /** Set by the first step; goes out with every answer (GEN024 to GEN027). */
  correlationId: string;
  /** Takes the body as it arrives; `done` gets it whole, or undefined as soon as it exceeds `bytesMax`. */
  readBody(bytesMax: number, done: (body: Uint8Array | undefined) => void): void;
  /** Answers, unless the client is gone; only the first call counts. */
  send(answer: Answer): void;
}
