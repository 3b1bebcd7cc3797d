import type { TransferLimiter } from './TransferLimiter.js';

export interface ListenerLimits {
  readonly connectionsMax: number;
  readonly transfers: TransferLimiter;
}

/** The counters and limits that all connections of one port share. */
export interface ListenerState extends ListenerLimits {
  /** Requests without a response. */
  openExchanges: number;
  connections: number;
  /** Connections closed since the start because there were too many. */
  refusedConnections: number;
  /** From now on each response closes its connection. */
  isDraining: boolean;
}
