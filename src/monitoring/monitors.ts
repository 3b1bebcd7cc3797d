import type { Logger } from 'pino';
import type { RedisClient } from '../redis/connect.js';
import type { ReplicaSettings } from '../redis/missingReplicas.js';
import { RedisMonitor } from './RedisMonitor.js';
import { UnavailabilityMonitor } from './UnavailabilityMonitor.js';
import { WriteMonitor } from './WriteMonitor.js';

/** What `/readyz` says. */
export interface Readiness {
  /** Why no request can be served; undefined where some can. */
  readonly failure: string | undefined;
  /** Lists of what is wrong; each is empty while nothing of its kind is. */
  readonly faults: Readonly<Record<'writeRefusals' | 'unreachableNodes' | 'missingReplicas', readonly object[]>>;
}

/** They look at Redis and at the responses of the process, for the log, the metrics and `/readyz`. */
export interface Monitors {
  readonly writes: WriteMonitor;
  readonly servers: RedisMonitor;
  readonly unavailability: UnavailabilityMonitor;
  readiness(): Promise<Readiness>;
  close(): void;
}

export const startMonitors = (redis: RedisClient, log: Logger, settings: ReplicaSettings): Monitors => {
  const writes = new WriteMonitor(redis, log);
  const servers = new RedisMonitor(redis, log, settings);
  const unavailability = new UnavailabilityMonitor(log);
  return {
    writes,
    servers,
    unavailability,
    readiness: async () => {
      const { failure, unreachableNodes, missingReplicas } = await servers.readiness();
      return { failure, faults: { writeRefusals: writes.refusals, unreachableNodes, missingReplicas } };
    },
    close: () => {
      for (const monitor of [writes, servers, unavailability]) monitor.close();
    },
  };
};
