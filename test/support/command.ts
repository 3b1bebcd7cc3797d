/** Runs the quayside command in a separate process. */
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';

const binary = fileURLToPath(new URL('../../../bin/quayside.mjs', import.meta.url));
export type CommandResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export interface RunningCommand {
  readonly pid: number;
  /** Resolves with all standard output so far once it matches. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves with all standard error so far once it matches. */
  logged(pattern: RegExp): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<CommandResult>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts the command with PATH and the given variables; it inherits no other environment variables, and the options of
 * this process, which spare processor time.
 */
export const launch = (args: readonly string[], environment: Environment): RunningCommand => {
  const child = spawnBound(process.execPath, [...process.execArgv, binary, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout }).on('line', line => {
    stdout += `${line}\n`;
    waiting.forEach(check => check());
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    waiting.forEach(check => check());
  });
  const ended = new Promise<CommandResult>(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
  const waitFor = (read: () => string, pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (pattern.test(read())) resolve(read());
      };
      waiting.push(check);
      check();
      void ended.then(() => reject(new Error(`ended before it printed ${String(pattern)}: ${stdout}${stderr}`)));
    });
  return {
    pid: child.pid!,
    ended,
    signal: signal => {
      child.kill(signal);
    },
    printed: pattern => waitFor(() => stdout, pattern),
    logged: pattern => waitFor(() => stderr, pattern),
  };
};

export const run = (
  args: readonly string[],
  environment: Environment = { REDIS_URL: process.env.REDIS_URL },
): Promise<CommandResult> => launch(args, environment).ended;
