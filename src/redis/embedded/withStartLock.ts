/** Allows one start at a time in a data directory: two Redis servers that append to one file would destroy it. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isProcessAlive } from './isProcessAlive.js';

const pollMs = 20;
/**
 * How often the holder renews the lock, as long as its Redis loads. Another process with the same process id does not.
 */
const renewalMs = 5_000;
const timeoutMs = 60_000;

/** Lock files that this process holds. */
const heldLocks = new Set<string>();

const tryLock = (file: string): boolean => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    heldLocks.add(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Tells whether the process that took the lock has ended. In a container the next process may have the same process id.
 */
const isAbandoned = (file: string): boolean => {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid === process.pid ? !heldLocks.has(file) : !isProcessAlive(pid);
  } catch {
    // A lock that another process has just removed is not stale.
    return false;
  }
};

const renew = (file: string): void => {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The file was removed by hand.
  }
};

const renewedAtMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

export interface LockOptions {
  /** Creates the error for a lock that is neither released nor renewed. */
  readonly timeoutError: (file: string) => Error;
  /** Ends the wait with an error. */
  readonly signal?: AbortSignal;
}

const waitForLock = async (file: string, { timeoutError, signal }: LockOptions): Promise<void> => {
  const startMs = Date.now();
  while (!tryLock(file)) {
    signal?.throwIfAborted();
    if (isAbandoned(file)) rmSync(file, { force: true });
    else if (Date.now() - Math.max(startMs, renewedAtMs(file)) > timeoutMs) throw timeoutError(file);
    else await setTimeout(pollMs);
  }
};

/** Runs `start` while no other start runs in the directory. */
export const withStartLock = async <T>(dataDir: string, options: LockOptions, start: () => Promise<T>): Promise<T> => {
  const file = join(dataDir, 'starting');
  await waitForLock(file, options);
  const renewal = setInterval(() => renew(file), renewalMs).unref();
  try {
    return await start();
  } finally {
    clearInterval(renewal);
    heldLocks.delete(file);
    rmSync(file, { force: true });
  }
};
