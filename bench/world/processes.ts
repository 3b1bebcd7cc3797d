/** Programs under test: the references, and the server and the command line of a build. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { required } from '../../src/base/errors/ApiError.js';
import { boundCommand, spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';

export interface BenchProcess {
  readonly pid: number;
  readonly address: string;
  readonly stop: () => Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

export interface Build {
  /** Folder of a checkout with a build in dist. */
  readonly root: string;
  readonly redisUrl: string;
  /** Settings of the server and of commands; commands such as the seed must write with the settings of the server. */
  readonly settings?: Settings;
}

/** The folder of this checkout. */
export const ownRoot = fileURLToPath(new URL('../../../', import.meta.url));

const commandFile = (root: string): string => join(root, 'bin', 'quayside.mjs');

/** Runs a command of the command line; returns its standard output. */
export const runQuayside = async ({ root, redisUrl, settings }: Build, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(...boundCommand(process.execPath, [commandFile(root), ...args]), {
    env: { ...process.env, ...settings, REDIS_URL: redisUrl, LOG_LEVEL: 'warn' },
  });
  return stdout;
};

/** Starts a Node program that prints its address. */
export const startBenchProcess = async (args: readonly string[], environment: Settings): Promise<BenchProcess> => {
  const child = spawnBound(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /https?:\/\/[\w.:[\]]+/.exec(line) ?? [];
    if (address === undefined) continue;
    child.stdout.resume();
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    };
    return { pid: required(child.pid, 'the process id'), address, stop };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
};

export interface MeasuredServer {
  readonly server: BenchProcess;
  /** One URL for each server process. */
  readonly metricsUrls: readonly [string, ...string[]];
}

/** The Node flags of npm start and of the container (docs/decisions/threads.md). */
const nodeOptions = ['--initial-old-space-size=256', '--no-allocation-site-pretenuring'];

/** Starts are repeated, because another program may take a free port, or one of the next, before the server does. */
const attempts = 3;

/** Starts a server with metrics; each of its processes serves them on its own port, in ascending order. */
export const startServer = async ({ root, redisUrl, settings = {} }: Build): Promise<MeasuredServer> => {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const urlOf = (at: number): string => `http://127.0.0.1:${port + at}/metrics`;
    try {
      const server = await startBenchProcess([...nodeOptions, commandFile(root), 'start'], {
        REDIS_URL: redisUrl,
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: String(port),
        NODE_ENV: 'production',
        // Slow requests of the preparation are not worth a log line.
        LOG_LEVEL: 'error',
        TOKEN_REQUESTS_PER_SECOND: '0',
        ...settings,
      });
      const others = Array.from({ length: Number(settings.SERVER_PROCESSES ?? 1) - 1 }, (_, at) => urlOf(at + 1));
      return { server, metricsUrls: [urlOf(0), ...others] };
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
};
