/** Starts a server process with its embedded Redis, or on a cluster, and gives the harness access to both. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { spawnBound } from '../src/base/lifecycle/spawnBound.js';
import { readConfig } from '../src/base/config/readConfig.js';
import { openServices, type Services } from '../src/services/services.js';
import { createServiceOptions } from '../src/services/ServiceOptions.js';
import { readInstanceFile } from '../src/base/redis/embedded/dataDir.js';
import { resolveEncryptionKey } from '../src/store/resolveEncryptionKey.js';
import { withTemporaryConnection } from '../src/base/redis/withTemporaryConnection.js';
import { endProcess, findFreePort } from '../src/base/redis/embedded/redisProcess.js';
import type { ClusterNodes } from '../test/support/startCluster.js';
import type { ReplicaPair } from './startReplicaPair.js';
import type { Thread } from './server.js';

export interface World {
  readonly address: string;
  readonly folder: string;
  /** The folder in which faults set the clocks of the server and of its Redis. */
  readonly clocksFolder?: string;
  readonly services: Services;
  readonly durability: string;
  /** The number of processes that serve requests. */
  readonly processes: number;
  /** Undefined if the server has an embedded Redis. */
  readonly cluster?: ClusterNodes;
  /** Undefined unless the server runs on a Redis with a replica. */
  readonly pair?: ReplicaPair;
  /** The process id of the embedded Redis that runs now, or ran last. */
  redisPid(): number;
  /** The id of the server, which is the parent of its processes if there are several. */
  serverPid(): number;
  /** Kills the server, and starts another one with the same port and folder; resolves when it listens. */
  replaceServer(): Promise<void>;
  /** Terminates a thread of the server; false if there is none of that kind. */
  killThread(thread: Thread): Promise<boolean>;
  /** Resolves when Redis responds; with `pid`, when another process than that one responds. */
  redisIsBack(pid?: number): Promise<void>;
  redis<T>(ask: (redis: Redis) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const entry = fileURLToPath(new URL('./server.js', import.meta.url));
const pollMs = 10;
const askMsMax = 500;
const startMsMax = 30_000;
const endMsMax = 5_000;
/** The check of a round waits for Redis on a busy machine for longer than the server waits. */
const checkTimeoutMs = 30_000;

const launch = async (environment: Readonly<Record<string, string>>): Promise<ChildProcess> => {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawnBound(
    process.execPath,
    ['--initial-old-space-size=256', '--no-allocation-site-pretenuring', ...process.execArgv, entry],
    {
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', process.env.FAULTS_LOG === undefined ? 'ignore' : 'inherit', 'ipc'],
    },
  );
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.includes('listens on')) continue;
    child.stdout!.resume();
    return child;
  }
  throw new Error('the server ended before it listened');
};

export interface WorldOptions {
  /** The folder of the data; a temporary folder by default. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Replaces the embedded Redis; the caller stops it. */
  readonly cluster?: ClusterNodes;
  /** Replaces the embedded Redis; the caller stops it. */
  readonly pair?: ReplicaPair;
}

const onReplicas = ({ url }: { readonly url: string }): Readonly<Record<string, string>> => ({
  REDIS_URL: url,
  ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  DURABILITY: 'replicas',
});

const createEnvironment = async (folder: string, { settings, cluster, pair }: WorldOptions) => ({
  DATA_DIR: folder,
  REDIS_URL: '',
  HOST: '127.0.0.1',
  PORT: String(await findFreePort()),
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  WORKERS: '1',
  TOKEN_REQUESTS_PER_SECOND: '0',
  ...(cluster === undefined ? {} : onReplicas(cluster)),
  ...(pair === undefined ? {} : onReplicas(pair)),
  ...settings,
});

export const createWorld = async (options: WorldOptions = {}): Promise<World> => {
  const { folder: given, cluster, pair } = options;
  const folder = given ?? mkdtempSync(join(tmpdir(), 'qs-faults-'));
  const environment = await createEnvironment(folder, options);
  let server = await launch(environment);
  const noted = () => readInstanceFile(folder)!;
  const { url } = cluster ?? pair ?? noted();
  const config = readConfig(environment);
  const redis: World['redis'] = ask => withTemporaryConnection(url, askMsMax, ask);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const close = async (): Promise<void> => {
    await end('SIGTERM');
    // Redis still runs if the server was killed, or if a fault suspended Redis.
    const left = readInstanceFile(folder);
    if (left !== undefined) await endProcess(left.pid, 'SIGKILL', endMsMax);
    if (given === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const services = await openServices({
    ...createServiceOptions(config, url, resolveEncryptionKey(config)),
    redisTimeoutMs: checkTimeoutMs,
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    address: `http://127.0.0.1:${environment.PORT}`,
    folder,
    clocksFolder: options.settings?.CLOCKS_FOLDER,
    services,
    durability: config.durability,
    processes: config.serverProcesses,
    redis,
    cluster,
    pair,
    redisPid: () => noted().pid,
    serverPid: () => server.pid!,
    replaceServer: async () => {
      await end('SIGKILL');
      server = await launch(environment);
    },
    killThread: async thread => {
      const answering = once(server, 'message');
      server.send(thread);
      return (await answering)[0] === thread;
    },
    redisIsBack: async pid => {
      for (const endMs = Date.now() + startMsMax; ; ) {
        const isBack =
          noted()?.pid !== pid &&
          (await redis(each => each.ping()).then(
            answer => answer === 'PONG',
            () => false,
          ));
        if (isBack) return;
        if (Date.now() > endMs) throw new Error(`Redis did not come back within ${startMsMax} ms`);
        await setTimeout(pollMs);
      }
    },
    close: async () => {
      await services.close();
      await close();
    },
  };
};
