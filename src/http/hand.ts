/** What the connections of one port share. */
import type { Transfers } from './transfers.js';

/** What one port bears. */
export interface Bounds {
  readonly connectionsMax: number;
  readonly transfers: Transfers;
}

/** What one port has in hand. */
export interface Hand extends Bounds {
  /** Requests that have no answer yet. */
  exchanges: number;
  connections: number;
  /** Connections that were closed since there were too many. */
  tooMany: number;
  /** Answers end their connections from now on. */
  isDraining: boolean;
}
