/**
 * Stops the processes of an interrupted run: a signal ends the child processes that the run waits for, and the
 * `finally` block of the run stops the rest. A second signal kills the children at once. The terminal sends a signal
 * to this process and to npm, which forwards it, so a signal soon after the first is the same one.
 */
import { spawn } from 'node:child_process';
import { boundCommand } from './boundCommand.mjs';
import { setImmediate, setTimeout } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const repetitionMs = 1_000;

const children = new Set();
let first;

const signalChildren = signal => {
  // The signal goes to the process group, since a child may have started others.
  for (const { pid } of children) process.kill(-pid, signal);
};

const interrupt = signal => {
  if (first === undefined) {
    first = { signal, ms: performance.now() };
    signalChildren('SIGTERM');
  } else if (performance.now() - first.ms > repetitionMs) signalChildren('SIGKILL');
};

/** From now on a signal ends the child processes, and no longer this process. */
export const holdSignals = () => {
  for (const signal of signals) process.on(signal, interrupt);
};

/** From now on a signal ends this process again. */
export const releaseSignals = async () => {
  // A signal that arrived during synchronous work is read in the next turn of the event loop.
  await setTimeout(0);
  await setImmediate();
  for (const signal of signals) process.off(signal, interrupt);
};

export const interruptSignal = () => first?.signal;

/** Interrupts the run when the reader of the output has closed it. */
export const interruptOnClosedOutput = () => {
  process.stdout.on('error', () => {
    if (first === undefined) interrupt('SIGTERM');
  });
};

/** Starts a process in a group of its own, to which this process forwards Ctrl-C; it ends with this process. */
export const spawnChild = (command, args, options) => {
  const child = spawn(...boundCommand(command, args), { ...options, detached: true });
  if (child.pid !== undefined) children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};

/** Throws after an interrupt. The run calls it after each step, so that no further step starts. */
export const assertNotInterrupted = () => {
  if (first !== undefined) throw new Error('interrupted');
};
