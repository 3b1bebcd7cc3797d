/** Where spans go and which; plain data, handed to every thread. */
import type { Config } from '../config/readConfig.js';

export interface TracingOptions {
  readonly endpoint: string;
  readonly serviceName: string;
  readonly region: string;
  readonly sampler: string;
  readonly samplerArgument: number;
}

/** Undefined where no endpoint is set: then nothing is traced. */
export const tracingOptionsOf = ({
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
