import type { Ledger } from './Ledger.js';
import type { World, WorldOptions } from './createWorld.js';
import type { LoadedProject } from './openProjects.js';

/** One way to break a running service. */
export interface Fault {
  readonly name: string;
  readonly description: string;
  /** What the service runs on, unless it is a cluster: its embedded Redis by default, or a server with a replica. */
  readonly redis?: 'pair';
  /** Leaves the fault out where `DURABILITY` promises nothing about it. */
  readonly needsReplicas?: true;
  /** Whether the fault concerns a project; by default the projects on the master of the first. */
  readonly affects?: (project: LoadedProject, first: LoadedProject) => boolean;
  /** Statuses from 500 on that the fault may cause; 503 by default. */
  readonly allowedStatuses?: readonly number[];
  /** The longest time that an answer may take; by default the limit that holds during every outage. */
  readonly answerMsMax?: number;
  /** How long after the end of `inject` the service may take to answer again; 3 s by default. */
  readonly backMsMax?: number;
  /** Prepares the folder of the data, or tells why this machine cannot run the fault. */
  readonly prepare?: () => Promise<Prepared>;
  /** Causes the fault, and resolves when the failed part is back. */
  inject(world: World, ledger: Ledger, random: () => number, projectKey: string, backMsMax: number): Promise<void>;
}

export type Prepared = { readonly options: WorldOptions; cleanUp(): Promise<void> } | { readonly unavailable: string };
