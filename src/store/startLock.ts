/** One start at a time in a data directory: two Redis servers that append to one file would spoil it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isAlive } from './isAlive.js';

const pollMs = 20;
/** Longer than Redis may take to come up. */
const waitMs = 90_000;

const held = new Set<string>();

const take = (file: string): boolean => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
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
    return pid === process.pid ? !held.has(file) : !isAlive(pid);
  } catch {
    return false;
  }
};

/** Runs `start` while no other start runs in the directory; throws what `late` makes of the file when that takes too long. */
export const withStartLock = async <T>(dataDir: string, late: (file: string) => Error, start: () => Promise<T>): Promise<T> => {
  const file = join(dataDir, 'starting');
  const endMs = Date.now() + waitMs;
  while (!take(file)) {
    if (isLeft(file)) rmSync(file, { force: true });
    else if (Date.now() > endMs) throw late(file);
    else await setTimeout(pollMs);
  }
  held.add(file);
  try {
    return await start();
  } finally {
    held.delete(file);
    rmSync(file, { force: true });
  }
};
