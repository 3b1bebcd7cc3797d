import type { TransferLimiter } from './TransferLimiter.js';

export interface ListenerLimits {
  readonly connectionsMax: number;
  readonly transfers: TransferLimiter;
}

export interface ListenerOptions extends ListenerLimits {
  /** The headers of every response, up to the name X-Correlation-ID (commonHeaders.ts). */
  readonly commonHeaders: string;
}

/** The options of one port, and the counters that its connections share. */
export interface ListenerState extends ListenerOptions {
  /** Requests without a response. */
  openExchanges: number;
  connections: number;
  /** Connections closed since the start because there were too many. */
  refusedConnections: number;
  /** From now on each response closes its connection. */
  isDraining: boolean;
}
