/** Reads and writes the headers of W3C Trace Context (https://www.w3.org/TR/trace-context/). */
import { type Context, createTraceState, isSpanContextValid, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';

export interface TraceParent {
  /** Empty without a trace. */
  readonly traceparent: string;
  readonly tracestate: string;
}

/** Later versions may append more fields; `ff` is not a version. */
const headerPattern = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** The length of a state that every vendor must pass on. */
const stateLengthMax = 512;

/** Ignores a malformed header: then a new trace starts. */
export const toTraceContext = ({ traceparent, tracestate }: TraceParent): Context => {
  const [, version, traceId, spanId = '', flags = '', more] = headerPattern.exec(traceparent) ?? [];
  if (traceId === undefined || (version === '00' && more !== undefined)) return ROOT_CONTEXT;
  const parent = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(tracestate !== '' && tracestate.length <= stateLengthMax && { traceState: createTraceState(tracestate) }),
  };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
};

export const toTraceParent = (span: Span): TraceParent => {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    tracestate: traceState?.serialize() ?? '',
  };
};
