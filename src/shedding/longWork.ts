/**
 * Long work of the requests of a thread. Twenty requests that each compute for 30 ms would hold the thread for 600 ms if
 * they began in one turn of the event loop, so they begin in different ones, and short requests run in between.
 */
import { setImmediate } from 'node:timers/promises';
import { FairQueue } from './FairQueue.js';

/** Reading or writing a body of this length takes about two milliseconds. */
const longBytes = 32 * 1_024;

/** Whatever waits here was admitted before, so nothing is refused. */
const turns = new FairQueue({
  waitingMax: Infinity,
  waitingMaxPerGroup: Infinity,
  refusal: () => new Error('long work is never refused'),
});

/**
 * Resolves in a later turn of the event loop, in which no other long work begins. Projects take turns, so that one with
 * many requests delays another one by one piece of work.
 */
export const nextTurn = (projectKey: string): Promise<void> => turns.run(projectKey, () => setImmediate());

/** Returns a promise only for work on a long body: short work costs no turn of the event loop. */
export const turnForLongWork = (projectKey: string, bytes: number): Promise<void> | undefined =>
  bytes > longBytes ? nextTurn(projectKey) : undefined;
