/** OpenTelemetry's SDK: spans in batches to a collector, as OTLP over HTTP in JSON. Loaded only where an endpoint is set. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { TracingOptions } from './tracingOptions.js';
import { createTracing, type Tracing } from './Tracing.js';

const roots: Readonly<Record<string, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: share => new TraceIdRatioBasedSampler(share),
};

const samplerOf = ({ sampler, samplerArgument }: TracingOptions): Sampler => {
  const root = roots[sampler.replace('parentbased_', '')]!(samplerArgument);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

/** Stopping waits no longer for a collector that does not answer. */
const flushMs = 2_000;
const scheduleMs = 1_000;

export const openTracing = (options: TracingOptions): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: flushMs,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: options.serviceName, 'quayside.region': options.region }),
    sampler: samplerOf(options),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { scheduledDelayMillis: scheduleMs, exportTimeoutMillis: flushMs }),
    ],
  });
  return createTracing({
    tracer: provider.getTracer('quayside'),
    // A collector that is away is nobody's trouble but its own.
    flush: () => provider.forceFlush().catch(() => undefined),
    close: () => provider.shutdown().catch(() => undefined),
  });
};
