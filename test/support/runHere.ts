/**
 * Runs quayside commands in the process of the test, since a process for each command would take a second of processor
 * time, mostly to load the program. Wrong usage ends the process: `run` of command.ts runs such commands, and those in
 * tests about the process.
 */
import { format } from 'node:util';
import { runCommand } from '../../src/cli/runCommand.js';
import type { CommandResult } from './command.js';

type Environment = Readonly<Record<string, string>>;

// Progress is printed as lines, as in a pipe, even if the tests run in a terminal.
process.stderr.isTTY = false;

/** Sets variables of this process; the returned function restores them. */
const setVariables = (variables: Environment): (() => void) => {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  return () => {
    for (const name of Object.keys(variables))
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
  };
};

let isCapturing = false;

/** Returns what `work` prints with these variables. Calls run one at a time, since a process has one console. */
export const captureOutput = async (
  variables: Environment,
  work: () => Promise<unknown>,
): Promise<Pick<CommandResult, 'stdout' | 'stderr'>> => {
  if (isCapturing) throw new Error('another command is running in this process: await it first');
  isCapturing = true;
  const restoreVariables = setVariables(variables);
  const { log, error } = console;
  let [stdout, stderr] = ['', ''];
  console.log = (...parts: unknown[]) => {
    stdout += `${format(...parts)}\n`;
  };
  console.error = (...parts: unknown[]) => {
    stderr += `${format(...parts)}\n`;
  };
  try {
    await work();
  } finally {
    Object.assign(console, { log, error });
    restoreVariables();
    isCapturing = false;
  }
  return { stdout, stderr };
};

/** Runs a command on the Redis of the test run, unless the variables name another one. */
export const runHere = async (args: readonly string[], variables: Environment = {}): Promise<CommandResult> => {
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    const output = await captureOutput(variables, () => runCommand([process.execPath, 'quayside', ...args]));
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    process.exitCode = before;
  }
};
