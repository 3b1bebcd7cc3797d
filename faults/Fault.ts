import type { Ledger } from './Ledger.js';
import type { World, WorldOptions } from './createWorld.js';
import type { LoadedProject } from './openProjects.js';

/** A way to break a running service. */
export interface Fault {
  readonly name: string;
  readonly description: string;
  /** The Redis of the service, unless it is a cluster: an embedded one by default, or a server with a replica. */
  readonly redis?: 'pair';
  /** True if the fault is left out when `DURABILITY` promises nothing about it. */
  readonly needsReplicas?: true;
  /** Tells whether the fault concerns a project; by default it concerns the projects on the master of the first. */
  readonly affects?: (project: LoadedProject, first: LoadedProject) => boolean;
  /** Statuses from 500 on that the fault may cause; 503 by default. */
  readonly allowedStatuses?: readonly number[];
  /** Maximum time of a response; by default the limit that holds during every outage. */
  readonly answerMsMax?: number;
  /** Maximum time after the end of `inject` until the service responds again; 3 s by default. */
  readonly backMsMax?: number;
  /** Prepares the folder of the data, or returns the reason why this machine cannot run the fault. */
  readonly prepare?: () => Promise<Prepared>;
  /** Causes the fault, and resolves when the failed part is back. */
  inject(world: World, ledger: Ledger, random: () => number, projectKey: string, backMsMax: number): Promise<void>;
}

export type Prepared = { readonly options: WorldOptions; cleanUp(): Promise<void> } | { readonly unavailable: string };
