import type { ServiceOptions } from '../services/ServiceOptions.js';

/** The data that a worker gets when it starts. */
export interface WorkerData extends ServiceOptions {
  /** The level of the main thread's log, which may differ from the setting. */
  readonly workerLogLevel?: string;
}
