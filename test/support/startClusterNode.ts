/** One node of a cluster: a redis-server on a loopback port, which may be killed, stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { withTemporaryConnection } from '../../src/redis/withTemporaryConnection.js';
import { findSearchModule } from '../../src/redis/embedded/findSearchModule.js';
import { loadArguments } from '../../src/redis/searchIndex/moduleArguments.js';
import { waitUntil } from './waitUntil.js';

export interface ClusterNode {
  readonly port: number;
  readonly folder: string;
  pid(): number;
  /** Calls on a separate connection; they fail soon without a response. */
  call<T>(call: (redis: Redis) => Promise<T>): Promise<T>;
  id(): Promise<string>;
  role(): Promise<'master' | 'replica'>;
  /** SIGKILL unless told otherwise; resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts one that has ended, on the same port and files; resolves when it answers. */
  restart(): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  pause(): void;
  resume(): void;
  /** To a replica: takes its master's place while both are well, and nothing is lost. */
  failOver(): Promise<void>;
}

/** The nodes talk to each other on the port that lies so far above. */
const busOffset = 10_000;
/** Below those that the system gives to outgoing connections: a node comes back to its own. */
const portFrom = 12_000;
const portTo = 22_000;
const askMsMax = 1_000;
/** Masters vote once in twice the node timeout for the same slots; requests in between get no response. */
const failOverMsMax = 2_000;
const failOverTries = 5;
/** A replica that stood for election stands again after four times the node timeout; asked before, it has its master hold writes back for nothing, up to 5 s. */
const standsAgainMs = 8_500;

const isFree = (port: number): Promise<boolean> =>
  new Promise(done => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

const nodePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(portFrom, portTo);
    if ((await isFree(port)) && (await isFree(port + busOffset))) return port;
  }
};

const moduleArguments = (): string[] => {
  const module = findSearchModule(process.env.REDISEARCH_MODULE ?? '');
  return module === undefined ? [] : ['--loadmodule', module, ...loadArguments];
};

/** None outlives this process, however it ends by itself. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(child => child.kill('SIGKILL')));

const launch = (folder: string, port: number, args: readonly string[]): ChildProcess => {
  const log = openSync(join(folder, 'redis.log'), 'a');
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--cluster-enabled',
      'yes',
      '--cluster-config-file',
      'nodes.conf',
      '--cluster-node-timeout',
      '2000',
      // What one shard cannot serve is no reason for the others to refuse.
      '--cluster-require-full-coverage',
      'no',
      '--appendonly',
      'yes',
      '--save',
      '',
      '--repl-diskless-sync-delay',
      '0',
      '--maxmemory-policy',
      'noeviction',
      ...moduleArguments(),
      ...args,
    ],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.unref();
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

const ask = <T>(port: number, call: (redis: Redis) => Promise<T>): Promise<T> =>
  withTemporaryConnection(`redis://127.0.0.1:${port}`, askMsMax, call);

const role = (port: number): Promise<'master' | 'replica'> =>
  ask(port, async redis => (((await redis.role()) as unknown[])[0] === 'master' ? 'master' : 'replica'));

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

export const startClusterNode = async (parent: string, args: readonly string[]): Promise<ClusterNode> => {
  const port = await nodePort();
  const folder = join(parent, String(port));
  mkdirSync(folder);
  let child: ChildProcess;
  let stoodMs = -Infinity;
  const start = async (): Promise<void> => {
    child = launch(folder, port, args);
    await waitUntil(async () => {
      if (hasEnded(child)) throw new Error(`redis-server ended at once; ${join(folder, 'redis.log')} tells why`);
      return ask(port, redis => redis.ping()).then(
        answer => answer === 'PONG',
        () => false,
      );
    }, 30_000);
  };
  await start();
  return {
    port,
    folder,
    pid: () => child.pid!,
    call: call => ask(port, call),
    id: () => ask(port, redis => redis.call('CLUSTER', 'MYID') as Promise<string>),
    role: () => role(port),
    kill: async (signal = 'SIGKILL') => {
      if (hasEnded(child)) return;
      child.ref();
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    restart: start,
    pause: () => {
      child.kill('SIGSTOP');
    },
    resume: () => {
      child.kill('SIGCONT');
    },
    failOver: async () => {
      await setTimeout(Math.max(0, stoodMs + standsAgainMs - performance.now()));
      stoodMs = performance.now();
      for (let tries = failOverTries; (await role(port)) !== 'master'; tries--) {
        if (tries === 0) throw new Error(`node ${port} did not take its master's place`);
        await ask(port, redis => redis.call('CLUSTER', 'FAILOVER'));
        await waitUntil(async () => (await role(port)) === 'master', failOverMsMax).catch(() => undefined);
      }
    },
  };
};
