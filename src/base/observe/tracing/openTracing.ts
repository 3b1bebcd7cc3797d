/**
 * Opens OpenTelemetry's SDK, which sends spans in batches to a collector, as OTLP over HTTP in JSON. Loaded only where
 * an endpoint is set.
 */
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
import { required } from '../../errors/ApiError.js';
import { Tracing } from './Tracing.js';
import type { TracingOptions } from './tracingOptions.js';

const rootSamplers: ReadonlyMap<string, (ratio: number) => Sampler> = new Map<string, (ratio: number) => Sampler>([
  ['always_on', () => new AlwaysOnSampler()],
  ['always_off', () => new AlwaysOffSampler()],
  ['traceidratio', ratio => new TraceIdRatioBasedSampler(ratio)],
]);

const createSampler = ({ sampler, samplerArgument }: TracingOptions): Sampler => {
  const createRoot = required(rootSamplers.get(sampler.replace('parentbased_', '')), `the sampler ${sampler}`);
  const root = createRoot(samplerArgument);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

/** A shutdown waits no longer for a collector that does not answer. */
const flushMs = 2_000;
const scheduleMs = 1_000;

export const openTracing = (options: TracingOptions): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: flushMs,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: options.serviceName, 'quayside.region': options.region }),
    sampler: createSampler(options),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { scheduledDelayMillis: scheduleMs, exportTimeoutMillis: flushMs }),
    ],
  });
  return new Tracing({
    tracer: provider.getTracer('quayside'),
    // Spans are lost while the collector is away; the service goes on.
    flush: () => provider.forceFlush().catch(() => undefined),
    close: () => provider.shutdown().catch(() => undefined),
  });
};
