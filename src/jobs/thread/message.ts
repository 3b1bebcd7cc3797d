import type { ServiceOptions } from '../../services/ServiceOptions.js';

/** How soon a server finds background work without a notification. */
export interface BackgroundIntervals {
  /** Interval of the check, as long as there is no thread, whether another process left work for this one. */
  readonly checkMs: number;
  /** Interval in which the thread looks for missed work; notified work does not wait for it. */
  readonly sweepMs: number;
  /** Time after which an indexing run of a thread that died is taken over. */
  readonly takeOverMs: number;
}

/** Data that the background thread receives when it starts. */
export interface BackgroundThreadData {
  readonly options: ServiceOptions;
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly logLevel: string;
  readonly intervals: BackgroundIntervals;
}

export type ToBackgroundThread = { readonly do: 'stop' } | { readonly do: 'metrics' };

export type FromBackgroundThread =
  /** The thread has started and reads messages. */
  | { readonly is: 'ready' }
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'metrics'; readonly text: string };
