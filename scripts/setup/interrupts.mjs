/**
 * Stops what an interrupted run has started: a signal ends the child process that the run waits for, and the `finally`
 * block of the run stops the rest. A second signal kills the child at once.
 */
import { spawn } from 'node:child_process';

const children = new Set();
let signals = 0;

const end = () => {
  signals++;
  // The signal goes to the process group, since test files run in processes of their own.
  for (const { pid } of children) process.kill(-pid, signals === 1 ? 'SIGTERM' : 'SIGKILL');
};

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
// The reader of the output has closed it.
process.stdout.on('error', () => {
  if (signals === 0) end();
});

/** Starts a process in a group of its own; this process forwards Ctrl-C to it. */
export const spawnChild = (command, args, options) => {
  const child = spawn(command, args, { ...options, detached: true });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};

/** Throws after an interrupt. The run calls it after each step, so that no further step starts. */
export const assertNotInterrupted = () => {
  if (signals > 0) throw new Error('interrupted');
};
