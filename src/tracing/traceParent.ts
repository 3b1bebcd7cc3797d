/** The place in a trace, as W3C Trace Context writes it into headers (https://www.w3.org/TR/trace-context/). */
import { type Context, createTraceState, isSpanContextValid, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';

export interface TraceParent {
  /** Empty: there is none. */
  readonly traceparent: string;
  readonly tracestate: string;
}

/** Later versions may bear more behind what is known; `ff` is none. */
const form = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** What lists hold at most, and vendors may cut. */
const stateMax = 512;

/** What is malformed is as if it were not there: a new trace begins. */
export const toTraceContext = ({ traceparent, tracestate }: TraceParent): Context => {
  const [, version, traceId, spanId, flags, more] = form.exec(traceparent) ?? [];
  if (traceId === undefined || (version === '00' && more !== undefined)) return ROOT_CONTEXT;
  const parent = {
    traceId,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16) & 1,
    isRemote: true,
    ...(tracestate !== '' && tracestate.length <= stateMax && { traceState: createTraceState(tracestate) }),
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
