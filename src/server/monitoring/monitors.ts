import type { Logger } from 'pino';
import type { SharedCounts } from '../../base/memory/SharedCounts.js';
import { type ConditionIntervals, type ConditionLine, LastingConditions } from './LastingConditions.js';
import { type Unavailability, unavailabilityTexts, unavailableCounts } from '../../base/errors/UnavailableError.js';
import { type RedisClient, reconnectionCounts } from '../../base/redis/connect.js';
import type { Readiness } from '../../http/request/RequestContext.js';
import type { ReplicaSettings } from '../../base/redis/replicas.js';
import { RedisMonitor } from './RedisMonitor.js';
import { WriteMonitor } from './WriteMonitor.js';

const checkMs = 1_000;
const intervals: ConditionIntervals = { reminderMs: 60_000, quietMs: 5_000 };

/** The lines of a count; how much it has grown since it began to grow is added. */
interface CountLines<Name extends string> {
  readonly begin: (name: Name) => ConditionLine;
  readonly end: (name: Name) => ConditionLine;
}

/** Says in the log which counts of the process grow, and by how much, at the begin, every minute, and at the end. */
class CountMonitor<Name extends string> {
  readonly #counts: SharedCounts<Name>;
  readonly #lines: CountLines<Name>;
  readonly #growing: LastingConditions<Name>;
  readonly #timer: NodeJS.Timeout;
  #last: ReadonlyMap<Name, number>;
  /** The counts when each began to grow. */
  readonly #atBegin = new Map<Name, number>();

  constructor(log: Logger, counts: SharedCounts<Name>, lines: CountLines<Name>) {
    this.#counts = counts;
    this.#lines = lines;
    this.#last = new Map(counts.entries());
    this.#growing = new LastingConditions(log, intervals);
    this.#timer = setInterval(() => this.#check(), checkMs);
  }

  /** Counts since the start of the process. */
  get counts(): readonly (readonly [Name, number])[] {
    return this.#counts.entries();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const last = this.#last;
    this.#last = new Map(this.#counts.entries());
    for (const [name, count] of this.#last) {
      const lastCount = last.get(name) ?? 0;
      if (!this.#growing.has(name)) this.#atBegin.set(name, lastCount);
      const withCount = (line: ConditionLine): ConditionLine => ({
        ...line,
        fields: { ...line.fields, count: count - (this.#atBegin.get(name) ?? 0) },
      });
      if (count > lastCount) this.#growing.see(name, () => withCount(this.#lines.begin(name)));
      else this.#growing.miss(name, () => withCount(this.#lines.end(name)));
    }
  }
}

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
