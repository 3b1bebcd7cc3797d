/** What crosses the line between the front and the background; notes about marks have a channel of their own (notes.ts). */
import type { ServiceOptions } from '../services/services.js';

/** What the background is told at its start. */
export interface BackgroundData {
  readonly options: ServiceOptions;
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly logLevel: string;
}

export type ToBackground = { readonly do: 'stop' } | { readonly do: 'metrics' };

export type FromBackground =
  /** It listens from here on. */
  | { readonly is: 'ready' }
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'metrics'; readonly text: string };
