/** Processes under test. */
import { required } from '../../src/errors/required.js';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface BenchProcess {
  readonly pid: number;
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** Starts a Node program that prints its address. */
export const startBenchProcess = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<BenchProcess> => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /https?:\/\/[\w.:[\]]+/.exec(line) ?? [];
    if (address === undefined) continue;
    child.stdout.resume();
    return {
      pid: required(child.pid, 'the process id'),
      address,
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
};
