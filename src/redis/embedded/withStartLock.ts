/** One start at a time in a data directory: two Redis servers that append to one file would spoil it. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isProcessAlive } from './isProcessAlive.js';

const pollMs = 20;
/** A start that is under way says so again and again, as long as its Redis may take to load; a process that merely has the same id does not. */
const renewMs = 5_000;
const waitMs = 60_000;

const held = new Set<string>();

const take = (file: string): boolean => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    held.add(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Whether the process that took the lock is gone; in a container the next one may have its very id. */
const isLeft = (file: string): boolean => {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid === process.pid ? !held.has(file) : !isProcessAlive(pid);
  } catch {
    return false;
  }
};

const renew = (file: string): void => {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody removed it by hand.
  }
};

/** When whoever has the lock was last known to be at it. */
const renewedMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

export interface LockOptions {
  /** What is thrown where a lock is neither given up nor renewed. */
  timeoutError(file: string): Error;
  /** Ends the waiting with an error. */
  readonly signal?: AbortSignal;
}

const taken = async (file: string, { timeoutError, signal }: LockOptions): Promise<void> => {
  const startMs = Date.now();
  while (!take(file)) {
    signal?.throwIfAborted();
    if (isLeft(file)) rmSync(file, { force: true });
    else if (Date.now() - Math.max(startMs, renewedMs(file)) > waitMs) throw timeoutError(file);
    else await setTimeout(pollMs);
  }
};

/** Runs `start` while no other start runs in the directory. */
export const withStartLock = async <T>(dataDir: string, options: LockOptions, start: () => Promise<T>): Promise<T> => {
  const file = join(dataDir, 'starting');
  await taken(file, options);
  const renewing = setInterval(() => renew(file), renewMs).unref();
  try {
    return await start();
  } finally {
    clearInterval(renewing);
    held.delete(file);
    rmSync(file, { force: true });
  }
};
