import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Names the calling thread: `<process>/task/<thread>`. */
const ownThread = '/proc/thread-self';
/** A busy processor gives a thread of usual priority three times as much time. */
const lowPriority = 5;

/**
 * Lets the other threads of the machine go first where all processors are busy. Linux has a priority for each thread;
 * other systems have one for all threads of a process, which stays as it is.
 */
export const lowerThreadPriority = (): void => {
  try {
    setPriority(Number(readlinkSync(ownThread).split('/').at(-1)), lowPriority);
  } catch {
    // Without it heavy calls take their part of the processors.
  }
};
