/**
 * A run that is interrupted takes down what it started: a signal ends the child that the run waits for, and the `finally`
 * behind that does the rest. A second signal ends the child at once.
 */
import { spawn } from 'node:child_process';

const children = new Set();
let signals = 0;

const end = () => {
  signals++;
  // The whole group: test files run in processes of their own.
  for (const { pid } of children) process.kill(-pid, signals === 1 ? 'SIGTERM' : 'SIGKILL');
};

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
// Whoever read what we print is gone.
process.stdout.on('error', () => {
  if (signals === 0) end();
});

/** A process in a group of its own: Ctrl-C comes to it by way of us. */
export const spawnChild = (command, args, options) => {
  const child = spawn(command, args, { ...options, detached: true });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};

/** Behind each child, and before the first: nothing more is begun then. */
export const assertNotInterrupted = () => {
  if (signals > 0) throw new Error('interrupted');
};
