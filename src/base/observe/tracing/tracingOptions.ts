/** A file of its own, since every process reads it and only a traced one may load OpenTelemetry. */
import type { Config } from '../../config/settings.js';

export interface TracingOptions {
  readonly endpoint: string;
  readonly serviceName: string;
  readonly region: string;
  readonly sampler: string;
  readonly samplerArgument: number;
}

/** Returns undefined where no endpoint is set: then nothing is traced. */
export const readTracingOptions = ({
  otlpEndpoint,
  otelServiceName,
  tracesSampler,
  tracesSamplerArg,
  region,
}: Config): TracingOptions | undefined =>
  otlpEndpoint === ''
    ? undefined
    : {
        endpoint: otlpEndpoint,
        serviceName: otelServiceName,
        region,
        sampler: tracesSampler,
        samplerArgument: tracesSamplerArg,
      };
