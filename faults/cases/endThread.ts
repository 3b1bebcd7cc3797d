/** Terminates a thread of the server; another thread replaces it. */
import { setTimeout } from 'node:timers/promises';
import type { World } from '../createWorld.js';
import type { Fault } from '../Fault.js';

const startMsMax = 20_000;
const pollMs = 50;

/** Terminates a thread; waits while an earlier one is still being replaced. */
const killThread = async (world: World, name: 'pool' | 'background'): Promise<void> => {
  const deadlineMs = performance.now() + startMsMax;
  while (!(await world.killThread(name))) {
    if (performance.now() > deadlineMs) throw new Error(`there is no ${name} thread`);
    await setTimeout(pollMs);
  }
};

export const killWorker: Fault = {
  name: 'kill-worker',
  description: 'a worker thread of the pool ends with all calls in progress',
  affects: () => true,
  allowedStatuses: [500, 503],
  // Calls wait for the new thread, whose start takes a second or two of processor time.
  answerMsMax: 10_000,
  backMsMax: 10_000,
  inject: world => killThread(world, 'pool'),
};

export const killBackground: Fault = {
  name: 'kill-background',
  description: 'the background thread ends while it indexes',
  affects: () => true,
  inject: world => killThread(world, 'background'),
};
