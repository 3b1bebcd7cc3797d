import type { Ledger } from './Ledger.js';
import type { World, WorldOptions } from './createWorld.js';

/** One way to break a running service. */
export interface Fault {
  readonly name: string;
  readonly description: string;
  /** Statuses from 500 on that it may bring about; 503 by default. */
  readonly allowedStatuses?: readonly number[];
  /** Longest answer; by default no longer than somebody may be left waiting whatever is away. */
  readonly answerMsMax?: number;
  /** From the moment that `inject` resolves; 3 s by default. */
  readonly backMsMax?: number;
  /** Where the world's data is to lie; undefined: it cannot be had here, `unavailable` tells why. */
  readonly prepare?: () => Promise<Prepared>;
  /** Does it, and resolves when what was away is back. */
  inject(world: World, ledger: Ledger, random: () => number, projectKey: string): Promise<void>;
}

export type Prepared = { readonly options: WorldOptions; undo(): Promise<void> } | { readonly unavailable: string };
