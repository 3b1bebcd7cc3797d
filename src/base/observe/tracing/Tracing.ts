/**
 * Spans of requests and of the calls that they wait for. Only this folder loads OpenTelemetry, and only where it is
 * configured.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { ApiError } from '../../errors/ApiError.js';
import { clientClosedStatus } from '../log/formatLogLine.js';
import { toTraceContext, toTraceParent, type TraceParent } from './traceParent.js';

export interface SpanOptions {
  readonly kind: 'client' | 'internal';
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface StartedSpan {
  /** Outgoing calls send it in their headers. */
  readonly parent: TraceParent;
  /** Ends the span, with the error of the spanned work if it failed. */
  readonly end: (error?: unknown) => void;
}

/** The members of a request that are traced. */
export interface TracedRequest {
  readonly head: TraceParent & { readonly method: string };
  readonly correlationId: string;
  readonly match?: {
    readonly route: { readonly path: string };
    readonly parameters: { readonly projectKey?: string };
  };
  /** Set when the span of the request starts. */
  trace?: TraceParent;
}

/** The members of a call to a worker that are traced. */
export interface TracedCall {
  readonly verb: string;
  readonly typeId: string;
  readonly correlationId: string;
  readonly trace?: TraceParent;
}

export interface TraceProvider {
  readonly tracer: Tracer;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const spanKinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const serverErrorMin = 500;
/** A client may send a method of any length. */
const methodLengthMax = 20;

/** Marks a span as failed, except for an API error, which is a regular response. */
const recordError = (span: Span, error: unknown): void => {
  if (error instanceof ApiError) span.setAttribute('error.type', error.entries[0].code);
  else span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
};

const endRequestSpan = (span: Span, { correlationId, head, match }: TracedRequest, status: number): void => {
  const method = head.method.slice(0, methodLengthMax);
  const projectKey = match?.parameters.projectKey;
  if (match !== undefined) span.updateName(`${method} ${match.route.path}`);
  span.setAttributes({
    'quayside.correlation_id': correlationId,
    'http.request.method': method,
    'http.response.status_code': status,
    ...(match !== undefined && { 'http.route': match.route.path }),
    ...(projectKey !== undefined && { 'quayside.project_key': projectKey }),
  });
  if (status >= serverErrorMin) span.setStatus({ code: SpanStatusCode.ERROR });
  else if (status === clientClosedStatus) span.addEvent('the client left');
  span.end();
};

export class Tracing {
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #requestSpans = new WeakMap<TracedRequest, Span>();

  constructor(private readonly provider: TraceProvider) {}

  /** Ends the spans that `traceRequest` started. */
  readonly requestObserver = {
    requestEnded: (request: TracedRequest, status: number): void => {
      const span = this.#requestSpans.get(request);
      if (span !== undefined) endRequestSpan(span, request, status);
    },
  };

  /** Starts a span from a request's head to its response, in the main thread. */
  traceRequest<R extends TracedRequest>(request: R, handle: (request: R) => void): void {
    const { traceparent, tracestate, method } = request.head;
    const parent = toTraceContext({ traceparent, tracestate });
    const name = method.slice(0, methodLengthMax);
    const span = this.provider.tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
    this.#requestSpans.set(request, span);
    request.trace = toTraceParent(span);
    this.#current.run(trace.setSpan(parent, span), () => handle(request));
  }

  /** Runs a call of a worker in a span. */
  traceCall<T>(call: TracedCall, run: () => Promise<T>): Promise<T> {
    if (call.trace === undefined) return run();
    const parent = toTraceContext(call.trace);
    const attributes = {
      'quayside.correlation_id': call.correlationId,
      'quayside.verb': call.verb,
      'quayside.type_id': call.typeId,
    };
    const options = { kind: SpanKind.INTERNAL, attributes };
    const span = this.provider.tracer.startSpan(`worker ${call.verb}`, options, parent);
    return this.#runInSpan(span, trace.setSpan(parent, span), run);
  }

  /** Starts a child of the current span; undefined without a current span. */
  startSpan(name: string, { kind, attributes }: SpanOptions): StartedSpan | undefined {
    const parent = this.#current.getStore();
    if (parent === undefined) return undefined;
    const span = this.provider.tracer.startSpan(name, { kind: spanKinds[kind], attributes }, parent);
    return {
      get parent() {
        return toTraceParent(span);
      },
      end: error => {
        if (error !== undefined) recordError(span, error);
        span.end();
      },
    };
  }

  /** Sends all spans that were not sent yet. */
  flush(): Promise<void> {
    return this.provider.flush();
  }

  close(): Promise<void> {
    return this.provider.close();
  }

  async #runInSpan<T>(span: Span, context: Context, run: () => Promise<T>): Promise<T> {
    try {
      return await this.#current.run(context, run);
    } catch (error) {
      recordError(span, error);
      throw error;
    } finally {
      span.end();
    }
  }
}
