import type { MessagePort } from 'node:worker_threads';
import type { ServiceOptions } from '../../services/ServiceOptions.js';
import type { BegunCalls } from './begunCalls.js';

/** The data that a worker gets when it starts. */
export interface WorkerData extends ServiceOptions {
  /** The level of the main thread's log, which may differ from the setting. */
  readonly workerLogLevel?: string;
  /** True if the thread runs heavy calls, which no other call waits for. */
  readonly isHeavy?: boolean;
}

/** The first message of a worker: its channel for calls. */
export interface OpenedChannel {
  readonly port: MessagePort;
  readonly threadId: number;
  readonly begunCalls: BegunCalls;
}
