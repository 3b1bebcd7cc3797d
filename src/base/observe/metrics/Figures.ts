/** The types of the live figures. The console imports them, so this file imports nothing but types. */
import type { RequestLogFields } from '../log/formatLogLine.js';
import type { CommitResult } from './ThreadMetrics.js';
import type { RequestTotals } from './RequestMetrics.js';

/** A request that took longer than SLOW_REQUEST_MS. */
export interface SlowRequestFigures extends RequestLogFields {
  readonly at: string;
  readonly traceId?: string;
  /** The address of the trace, from TRACE_URL. */
  readonly traceUrl?: string;
}

/** Figures of all masters of a Redis together. */
export interface RedisFigures {
  readonly masters: number;
  readonly usedBytes: number;
  /** Is 0 where memory has no limit. */
  readonly maxBytes: number;
  /** The fewest replicas of a master. */
  readonly replicas: number;
  /** True if all masters keep an append-only file. */
  readonly appendOnly: boolean;
  /** True if the last write of each append-only file succeeded. */
  readonly lastWriteSucceeded: boolean;
}

export interface Figures {
  readonly at: string;
  readonly process: {
    readonly host: string;
    readonly pid: number;
    readonly version: string;
    readonly uptimeSeconds: number;
    readonly residentBytes: number;
    readonly cpuMs: number;
    readonly connections: number;
    readonly workers: number;
    readonly replacedWorkers: number;
    readonly waitingCalls: number;
  };
  readonly requests: RequestTotals;
  /** Requests that were refused under overload, by reason. */
  readonly shed: Readonly<Record<'workers' | 'redis' | 'deadline', number>>;
  readonly commits: Readonly<Record<CommitResult, number>>;
  /** Time for which the event loops of all workers together were busy. */
  readonly workersBusyMs: number;
  /** Absent while Redis does not answer. */
  readonly redis?: RedisFigures & { readonly durability: string };
  /** Orders of all projects that wait for their place in the search index; absent while Redis does not answer. */
  readonly search?: { readonly waiting: number; readonly oldestSeconds: number };
  readonly limits: Readonly<Record<string, number>>;
  /** Has the newest first. */
  readonly slowRequests: readonly SlowRequestFigures[];
}
