/** Starts one node of a cluster: a redis-server on a loopback port that tests can kill, pause and restart. */
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { withTemporaryConnection } from '../../src/base/redis/withTemporaryConnection.js';
import { moduleLoadAttempts } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { plainAccess, type RedisAccess, urlOfPort } from './redisAccess.js';
import { waitUntil } from './waitUntil.js';

export interface ClusterNode {
  readonly port: number;
  readonly folder: string;
  readonly pid: () => number;
  /** Runs calls on a separate connection; they fail soon without a response. */
  readonly call: <T>(call: (redis: Redis) => Promise<T>) => Promise<T>;
  readonly id: () => Promise<string>;
  readonly role: () => Promise<'master' | 'replica'>;
  /** Sends SIGKILL by default; resolves when the process has ended. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Restarts an ended node on the same port and files; resolves when it responds. */
  readonly restart: () => Promise<void>;
  /** Sends SIGSTOP; `resume` sends SIGCONT. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Promotes a replica while its master runs, without loss of data. */
  readonly failOver: () => Promise<void>;
}

/** The distance from a node's port to its cluster bus port. */
const busOffset = 10_000;
/** The ports lie below those of outgoing connections, so that the port of a restarted node is still free. */
const portFrom = 12_000;
const portTo = 22_000;
const callMsMax = 1_000;
/** Masters vote once in twice the node timeout for the same slots; requests in between get no response. */
const failOverMsMax = 2_000;
const failOverTries = 5;
/**
 * A replica starts another election only after four times the node timeout. An earlier request would make its master
 * block writes for up to 5 s without a result.
 */
const electionPauseMs = 8_500;

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

/** `--loadmodule` with arguments that the module of this machine accepts; known once a node has started. */
let moduleAttempts = moduleLoadAttempts(process.env.REDISEARCH_MODULE ?? '').map(module =>
  module.length === 0 ? [] : ['--loadmodule', ...module],
);

/** The running nodes; all are killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(child => child.kill('SIGKILL')));

const launch = (
  folder: string,
  listen: readonly string[],
  args: readonly string[],
  moduleArguments: readonly string[],
): ChildProcess => {
  const log = openSync(join(folder, 'redis.log'), 'a');
  const child = spawnBound(
    'redis-server',
    [
      ...listen,
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
      // A failed shard must not stop the other shards.
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
      ...moduleArguments,
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

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

export const startClusterNode = async (
  parent: string,
  args: readonly string[],
  access: RedisAccess = plainAccess,
): Promise<ClusterNode> => {
  const port = await nodePort();
  const folder = join(parent, String(port));
  mkdirSync(folder);
  let child: ChildProcess;
  let lastElectionMs = -Infinity;
  const call: ClusterNode['call'] = use => withTemporaryConnection(urlOfPort(access, port), callMsMax, use, access);
  const role: ClusterNode['role'] = () =>
    call(async redis => (((await redis.role()) as unknown[])[0] === 'master' ? 'master' : 'replica'));
  const respondsToPing = (): Promise<boolean> =>
    call(redis => redis.ping()).then(
      answer => answer === 'PONG',
      () => false,
    );
  /** Resolves to false if the process ended: some versions of the module refuse arguments for others. */
  const tryStart = async (moduleArguments: readonly string[]): Promise<boolean> => {
    child = launch(folder, access.listen(port), args, moduleArguments);
    await waitUntil(async () => hasEnded(child) || (await respondsToPing()), 30_000);
    return !hasEnded(child);
  };
  const start = async (): Promise<void> => {
    for (const moduleArguments of moduleAttempts)
      if (await tryStart(moduleArguments)) {
        moduleAttempts = [moduleArguments];
        return;
      }
    throw new Error(`redis-server ended during start-up: see ${join(folder, 'redis.log')}`);
  };
  await start();
  return {
    port,
    folder,
    pid: () => child.pid!,
    call,
    id: () => call(redis => redis.call('CLUSTER', 'MYID') as Promise<string>),
    role,
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
      await setTimeout(Math.max(0, lastElectionMs + electionPauseMs - performance.now()));
      lastElectionMs = performance.now();
      for (let tries = failOverTries; (await role()) !== 'master'; tries--) {
        if (tries === 0) throw new Error(`node ${port} was not promoted`);
        await call(redis => redis.call('CLUSTER', 'FAILOVER'));
        await waitUntil(async () => (await role()) === 'master', failOverMsMax).catch(() => undefined);
      }
    },
  };
};
