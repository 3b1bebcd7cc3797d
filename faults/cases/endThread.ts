/** Terminates a thread of the server; another thread replaces it. */
import type { Fault } from '../Fault.js';

export const killWorker: Fault = {
  name: 'kill-worker',
  description: 'a worker thread of the pool ends with all calls in progress',
  allowedStatuses: [500, 503],
  // Calls wait for the new thread, whose start takes a second or two of processor time.
  answerMsMax: 10_000,
  backMsMax: 10_000,
  inject: async world => {
    if (!(await world.killThread('pool'))) throw new Error('the pool has no thread');
  },
};

export const killBackground: Fault = {
  name: 'kill-background',
  description: 'the background thread ends while it indexes',
  inject: async world => {
    if (!(await world.killThread('background'))) throw new Error('there is no background thread');
  },
};
