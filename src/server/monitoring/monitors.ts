import type { Logger } from 'pino';
import { type Unavailability, unavailabilityTexts, unavailableCounts } from '../../base/errors/UnavailableError.js';
import type { RedisClient } from '../../base/redis/connect.js';
import type { Readiness } from '../../base/observe/Readiness.js';
import type { ReplicaSettings } from '../../base/redis/replicas.js';
import { reconnectionCounts } from '../../base/redis/reconnections.js';
import { CountMonitor } from './CountMonitor.js';
import { RedisMonitor } from './RedisMonitor.js';
import { WriteMonitor } from './WriteMonitor.js';

/** Check Redis and the responses of the process, for the log, the metrics and `/readyz`. */
export interface Monitors {
  readonly writes: WriteMonitor;
  readonly servers: RedisMonitor;
  readonly unavailability: CountMonitor<Unavailability>;
  readonly reconnections: CountMonitor<'reconnections'>;
  readiness(): Promise<Readiness>;
  close(): void;
}

export const startMonitors = (redis: RedisClient, log: Logger, settings: ReplicaSettings): Monitors => {
  const writes = new WriteMonitor(redis, log);
  const servers = new RedisMonitor(redis, log, settings);
  const unavailability = new CountMonitor(log, unavailableCounts, {
    begin: reason => ({ message: `requests get 503: ${unavailabilityTexts[reason]}`, fields: { reason } }),
    end: reason => ({ message: 'requests get no 503 for this reason any longer', fields: { reason } }),
  });
  const reconnections = new CountMonitor(log, reconnectionCounts, {
    begin: () => ({ message: 'connections to Redis were opened again', level: 'warn' }),
    end: () => ({ message: 'connections to Redis hold again' }),
  });
  return {
    writes,
    servers,
    unavailability,
    reconnections,
    readiness: async () => {
      const { failure, failedNodes, missingReplicas } = await servers.readiness();
      return { failure, faults: { writeRefusals: writes.refusals, failedNodes, missingReplicas } };
    },
    close: () => {
      for (const monitor of [writes, servers, unavailability, reconnections]) monitor.close();
    },
  };
};
