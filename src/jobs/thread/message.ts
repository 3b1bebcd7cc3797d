/** What crosses the line between the front and the background; notes about marks have a channel of their own (notes.ts). */
import type { ServiceOptions } from '../../services/services.js';

/** What the background is told at its start. */
export interface BackgroundThreadData {
  readonly options: ServiceOptions;
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly logLevel: string;
}

export type ToBackgroundThread = { readonly do: 'stop' } | { readonly do: 'metrics' };

export type FromBackgroundThread =
  /** It listens from here on. */
  | { readonly is: 'ready' }
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'metrics'; readonly text: string };
