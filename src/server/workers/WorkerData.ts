import type { MessagePort } from 'node:worker_threads';
import type { ServiceOptions } from '../../services/ServiceOptions.js';

/**
 * The count of calls that a worker has begun, in memory that it shares with the main thread, which can thus read it
 * while the worker computes without a pause, and forbid it to begin another call.
 */

/** Counts go on at 0 after it. */
const countMax = 0x7fffffff;
const closed = -1;

type BegunCalls = Int32Array;

export const createBegunCalls = (): BegunCalls => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Counts a call of the worker; false: the worker may not begin it. */
export const beginCall = (begunCalls: BegunCalls): boolean => {
  const count = Atomics.load(begunCalls, 0);
  return count !== closed && Atomics.compareExchange(begunCalls, 0, count, (count + 1) & countMax) === count;
};

/**
 * Lets the worker begin no further call; tells of each position in the order of sent calls whether its call has begun.
 */
export const closeBegunCalls = (begunCalls: BegunCalls): ((position: number) => boolean) => {
  const count = Atomics.exchange(begunCalls, 0, closed);
  return position => ((count - 1 - position) & countMax) < countMax / 2;
};

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
