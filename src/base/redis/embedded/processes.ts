/** Processes that are no children of this one, such as a Redis that a killed server left. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const pollMs = 20;

const readProcFile = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Tells whether a process runs; one of another user counts, and a zombie, whose exit code has not been read, does not.
 */
export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^.*\) Z/s.test(readProcFile(pid, 'stat'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** After a reboot another program may have the process id of a Redis. Only Linux tells the program here. */
export const isRedisAlive = (pid: number): boolean =>
  isProcessAlive(pid) && (!existsSync('/proc/self') || readProcFile(pid, 'cmdline').includes('redis-server'));

/** Sends a signal that ends a process; resolves to whether the process ended within the time limit. */
export const endProcess = async (
  pid: number,
  signal: NodeJS.Signals,
  timeoutMs: number,
  abort?: AbortSignal,
): Promise<boolean> => {
  const deadlineMs = performance.now() + timeoutMs;
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended by itself, or belongs to another user.
  }
  while (isProcessAlive(pid) && performance.now() < deadlineMs) await setTimeout(pollMs, undefined, { signal: abort });
  return !isProcessAlive(pid);
};
