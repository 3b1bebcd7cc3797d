import { type RedisTls, readRedisTls } from '../config/redisTls.js';
import type { Config } from '../config/settings.js';
import { readTracingOptions, type TracingOptions } from '../tracing/tracingOptions.js';
import { sharedCountMemories } from './sharedCounts.js';

/**
 * The options of openServices: the settings of the process and what follows from them. Plain data, which a worker can
 * receive.
 */
export interface ServiceOptions extends Config {
  readonly redisTls: RedisTls;
  /** Whether the threads count metrics. */
  readonly isMeasured: boolean;
  readonly tracing?: TracingOptions;
  /** Names the channel on which the main thread asks the other threads (metrics/ThreadSurvey.ts). */
  readonly surveyChannel?: string;
  /** Whether DURABILITY is that of the servers (store/storedDurability.ts) instead of the own one. */
  readonly adoptsDurability?: boolean;
  /** Where all threads count together (sharedCounts.ts). */
  readonly countMemories: readonly Int32Array[];
}

/**
 * `redisUrl` and `encryptionKey` are those of the embedded Redis where the settings name none. Throws a ConfigError for
 * files of REDIS_TLS_… that cannot be used.
 */
export const createServiceOptions = (config: Config, redisUrl: string, encryptionKey: string): ServiceOptions => ({
  ...config,
  redisUrl,
  encryptionKey,
  redisTls: readRedisTls(config),
  isMeasured: config.metricsPort !== 0,
  tracing: readTracingOptions(config),
  countMemories: sharedCountMemories(),
});
