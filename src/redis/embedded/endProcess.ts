import { setTimeout } from 'node:timers/promises';
import { isProcessAlive } from './isProcessAlive.js';

const pollMs = 20;

/** Sends a signal that ends a process; whether it is gone within `msMax`. */
export const endProcess = async (pid: number, signal: NodeJS.Signals, msMax: number): Promise<boolean> => {
  const endMs = performance.now() + msMax;
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself, or is not ours to end.
  }
  while (isProcessAlive(pid) && performance.now() < endMs) await setTimeout(pollMs);
  return !isProcessAlive(pid);
};
