/** Live figures of the server process that answers. Counts are those since its start. */
import { send } from './send';

export interface SlowRequest {
  readonly at: string;
  readonly method: string;
  readonly route?: string;
  readonly projectKey?: string;
  readonly status: number;
  readonly ms: number;
  readonly correlationId: string;
  readonly traceId?: string;
  readonly traceUrl?: string;
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
  readonly requests: {
    readonly ended: number;
    readonly inFlight: number;
    readonly byStatus: Readonly<Record<string, number>>;
    readonly conflicts: number;
    /** `ms` is the upper bound of a bucket, absent for the last one. */
    readonly durations: readonly { readonly ms?: number; readonly count: number }[];
  };
  readonly shed: Readonly<Record<'workers' | 'redis' | 'deadline', number>>;
  readonly commits: Readonly<Record<'done' | 'conflict' | 'stale' | 'refused' | 'failed', number>>;
  readonly workersBusyMs: number;
  readonly redis?: {
    readonly masters: number;
    readonly usedBytes: number;
    readonly maxBytes: number;
    readonly replicas: number;
    readonly appendOnly: boolean;
    readonly lastWriteSucceeded: boolean;
    readonly durability: string;
  };
  readonly search?: { readonly waiting: number; readonly oldestSeconds: number };
  readonly limits: Readonly<Record<string, number>>;
  readonly slowRequests: readonly SlowRequest[];
}

export const readFigures = (): Promise<Figures> => send('/-/figures');
