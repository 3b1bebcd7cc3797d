import type { ServiceOptions } from '../../services/ServiceOptions.js';

/** Data that the background thread receives when it starts. */
export interface BackgroundThreadData {
  readonly options: ServiceOptions;
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly logLevel: string;
}

export type ToBackgroundThread = { readonly do: 'stop' } | { readonly do: 'metrics' };

export type FromBackgroundThread =
  /** The thread has started and reads messages. */
  | { readonly is: 'ready' }
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'metrics'; readonly text: string };
