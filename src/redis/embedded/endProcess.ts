import { setTimeout } from 'node:timers/promises';
import { isProcessAlive } from './isProcessAlive.js';

const pollMs = 20;

/** Sends a signal that ends a process; resolves to whether the process ended within the time limit. */
export const endProcess = async (pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> => {
  const deadlineMs = performance.now() + timeoutMs;
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended by itself, or belongs to another user.
  }
  while (isProcessAlive(pid) && performance.now() < deadlineMs) await setTimeout(pollMs);
  return !isProcessAlive(pid);
};
