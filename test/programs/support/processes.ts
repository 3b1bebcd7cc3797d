/** Runs programs as separate processes. They get PATH and the variables that a test names, and no other variable. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { t } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';
import { spawnBound } from '../../../src/base/lifecycle/spawnBound.js';

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProcessRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly written: { stdout: string; stderr: string };
}

const start = (command: string, args: readonly string[], { cwd, env }: ProcessOptions): Started => {
  const child = spawnBound(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.on('data', (chunk: Buffer) => {
      written[name] += chunk.toString();
    });
  return { child, written };
};

/** Runs a program to its end. */
export const runProcess = async (
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessRun> => {
  const { child, written } = start(command, args, options);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
};

/** Starts a service, waits until its output matches `ready`, and stops it at the end of the file. */
export const startProcess = async (
  command: string,
  args: readonly string[],
  { ready, ...options }: ProcessOptions & { readonly ready: RegExp },
): Promise<{ readonly output: () => string; readonly stop: () => Promise<void> }> => {
  const { child, written } = start(command, args, options);
  const closed = once(child, 'close').catch((error: unknown) => error);
  const output = (): string => written.stdout + written.stderr;
  const stop = async (): Promise<void> => {
    child.kill();
    await closed;
  };
  t.teardown(stop);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  await waitUntil(() => ready.test(output()) || hasEnded());
  if (!ready.test(output())) throw new Error(`${command} ended before it was ready: ${output()}`);
  return { output, stop };
};
