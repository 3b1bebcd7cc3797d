import type { Logger } from 'pino';
import { type Unavailability, unavailabilityTexts, unavailableCounts } from '../errors/UnavailableError.js';
import type { RedisClient } from '../redis/connect.js';
import type { ReplicaSettings } from '../redis/missingReplicas.js';
import { reconnectionCounts } from '../redis/reconnections.js';
import { CountMonitor } from './CountMonitor.js';
import { RedisMonitor } from './RedisMonitor.js';
import { WriteMonitor } from './WriteMonitor.js';

/** What `/readyz` says. */
export interface Readiness {
  /** Why no request can be served; undefined where some can. */
  readonly failure: string | undefined;
  /** Lists of what is wrong; each is empty while nothing of its kind is. */
  readonly faults: Readonly<Record<'writeRefusals' | 'failedNodes' | 'missingReplicas', readonly object[]>>;
}

/** They look at Redis and at the responses of the process, for the log, the metrics and `/readyz`. */
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
