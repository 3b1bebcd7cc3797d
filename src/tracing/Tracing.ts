/** Spans of requests and what they wait for. Only what is here loads OpenTelemetry, and only where it is asked for (open.ts). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, SpanKind, SpanStatusCode, type Span, type Tracer, trace } from '@opentelemetry/api';
import { ApiError } from '../errors/ApiError.js';
import type { Exchange } from '../http/exchange/Exchange.js';
import { clientClosedStatus, type RequestObserver } from '../http/exchange/RequestObserver.js';
import type { Call } from '../pool/message.js';
import { toTraceContext, toTraceParent, type TraceParent } from './traceParent.js';

export interface SpanOptions {
  readonly kind?: 'client' | 'internal';
  readonly attributes?: Readonly<Record<string, string | number>>;
}

export interface Tracing {
  /** Ends what `serve` began. */
  readonly requestObserver: RequestObserver;
  /** The front: a span from a request's head to its answer. */
  traceRequest(exchange: Exchange, handle: (exchange: Exchange) => void): void;
  /** A worker: a span of one call. */
  traceCall<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /** A span below the one under way; outside of one there is none. `work` gets what goes on to others. */
  traceSpan<T>(name: string, options: SpanOptions, work: (parent: TraceParent | undefined) => Promise<T>): Promise<T>;
  /** Sends what was not sent yet. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface Provider {
  readonly tracer: Tracer;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const kinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const serverErrorMin = 500;
/** A client may think up any. */
const methodMax = 20;

/** A refusal is no failure of ours. */
const failed = (span: Span, error: unknown): never => {
  if (error instanceof ApiError) span.setAttribute('error.type', error.entries[0]?.code ?? '');
  else span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
  throw error;
};

const finish = (span: Span, { correlationId, head, match }: Exchange, status: number): void => {
  const method = head.method.slice(0, methodMax);
  if (match !== undefined) span.updateName(`${method} ${match.route.path}`);
  span.setAttributes({
    'quayside.correlation_id': correlationId,
    'http.request.method': method,
    'http.response.status_code': status,
    ...(match !== undefined && { 'http.route': match.route.path }),
    ...(match?.parameters.projectKey !== undefined && { 'quayside.project_key': match.parameters.projectKey }),
  });
  if (status >= serverErrorMin) span.setStatus({ code: SpanStatusCode.ERROR });
  else if (status === clientClosedStatus) span.addEvent('the client left');
  span.end();
};

export const createTracing = ({ tracer, flush, close }: Provider): Tracing => {
  const current = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<Exchange, Span>();

  const within = async <T>(span: Span, context: Context, work: (parent: TraceParent) => Promise<T>): Promise<T> => {
    try {
      return await current.run(context, () => work(toTraceParent(span)));
    } catch (error) {
      return failed(span, error);
    } finally {
      span.end();
    }
  };

  return {
    flush,
    close,
    requestObserver: {
      requestEnded: (exchange, status) => {
        const span = spans.get(exchange);
        if (span !== undefined) finish(span, exchange, status);
      },
    },
    traceRequest: (exchange, handle) => {
      const { traceparent, tracestate, method } = exchange.head;
      const above = toTraceContext({ traceparent, tracestate });
      const span = tracer.startSpan(method.slice(0, methodMax), { kind: SpanKind.SERVER }, above);
      spans.set(exchange, span);
      exchange.trace = toTraceParent(span);
      current.run(trace.setSpan(above, span), () => handle(exchange));
    },
    traceCall: (call, work) => {
      if (call.trace === undefined) return work();
      const above = toTraceContext(call.trace);
      const attributes = {
        'quayside.correlation_id': call.correlationId,
        'quayside.verb': call.verb,
        'quayside.type_id': call.typeId,
      };
      const span = tracer.startSpan(`worker ${call.verb}`, { kind: SpanKind.INTERNAL, attributes }, above);
      return within(span, trace.setSpan(above, span), work);
    },
    traceSpan: (name, { kind = 'internal', attributes }, work) => {
      const above = current.getStore();
      if (above === undefined) return work(undefined);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
      return within(span, trace.setSpan(above, span), work);
    },
  };
};
