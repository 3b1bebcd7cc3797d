import { unavailableCounts } from '../base/errors/UnavailableError.js';
import { reconnectionCounts } from '../base/redis/connect.js';
import { refusalCounts } from '../base/redis/redisErrors.js';
import { type RedisTls, readRedisTls } from '../base/config/redisTls.js';
import type { Config } from '../base/config/settings.js';
import { readTracingOptions, type TracingOptions } from '../base/observe/tracing/tracingOptions.js';

/** The counts that all threads of the process share. */
const counts = [refusalCounts, reconnectionCounts, unavailableCounts] as const;

/** The memory of the counts, for other threads. */
const sharedCountMemories = (): readonly Int32Array[] => counts.map(({ memory }) => memory);

/** Makes this thread count where the main thread of the process does. */
export const shareCounts = (memories: readonly Int32Array[]): void =>
  counts.forEach((each, at) => each.share(memories[at] ?? each.memory));

/**
 * The options of openServices: the settings of the process and what follows from them. Plain data, which a worker can
 * receive.
 */
export interface ServiceOptions extends Config {
  readonly redisTls: RedisTls;
  /** True if the threads count metrics. */
  readonly isMeasured: boolean;
  readonly tracing?: TracingOptions;
  /** Names the channel on which the main thread asks the other threads (base/observe/metrics/ThreadSurvey.ts). */
  readonly surveyChannel?: string;
  /** True if DURABILITY is that of the servers (store/storedFormat.ts) instead of this process's own. */
  readonly adoptsDurability?: boolean;
  /** The memory in which all threads count together. */
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
