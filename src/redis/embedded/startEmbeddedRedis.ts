/**
 * A Redis of our own as a child process, with an append-only file under DATA_DIR. It has a process group of its own, so
 * that Ctrl-C reaches the server first and Redis is stopped last. DATA_DIR/redis.json tells where it listens: the
 * command line finds it there, and a server that starts again after a crash adopts the Redis it left behind.
 */
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Redis } from 'ioredis';
import { withTemporaryConnection } from '../withTemporaryConnection.js';
import { waitForRedis, type WaitOptions } from './waitForRedis.js';
import { endProcess } from './endProcess.js';
import { moduleLoadAttempts } from './findSearchModule.js';
import { isProcessAlive } from './isProcessAlive.js';
import { chooseRedisUrl, type FsyncPolicy, launchRedis, findOnPath } from './launchRedis.js';
import { laterGeneration, readModuleList } from '../searchIndex/Generation.js';
import { type RedisInstance, readInstanceFile, removeInstanceFile, writeInstanceFile } from './instanceFile.js';
import { withStartLock } from './withStartLock.js';

export interface EmbeddedRedis {
  readonly url: string;
  /** Whether its process runs, answering or not. */
  isRunning(): boolean;
  /** One that does not end in time is left running, for the next start to take over. */
  stop(msMax?: number): Promise<void>;
}

export interface EmbeddedRedisOptions extends WaitOptions {
  /** Where clients wait for it already. */
  readonly url?: string;
  readonly fsync?: FsyncPolicy;
}

/** Redis cannot be had; the message tells what to do about it. */
export class EmbeddedRedisError extends Error {}

const stopMs = 10_000;
const askMs = 1_000;

export const redisNotFoundMessage = `No redis-server was found. Three ways out:
  1. a package manager:  apt-get install redis-server redis-redisearch    (or: brew install redis)
  2. a container:        docker run -d -p 6379:6379 redis:8    then REDIS_URL=redis://127.0.0.1:6379
  3. a server you have:  REDIS_URL=redis://host:port`;

/** What a call at an address comes to; undefined where nobody answers. */
const askAt = <T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T | undefined> =>
  withTemporaryConnection(url, askMs, ask).catch(() => undefined);

/** Whether it was loaded with arguments that only RediSearch 1.x needs. */
const isLoadedAmiss = async (url: string, { length }: readonly string[]): Promise<boolean> =>
  length > 1 &&
  (await askAt(
    url,
    async redis =>
      readModuleList((await redis.call('MODULE', 'LIST')) as unknown[][], 0)?.generation === laterGeneration,
  )) === true;

const logTail = (dataDir: string): string =>
  readFileSync(join(dataDir, 'redis.log'), 'utf8').trimEnd().split('\n').slice(-3).join('\n');

/** Ends the Redis that this process has there now: another one than was started first, where it was started again. */
const stop = async (dataDir: string, first: RedisInstance, msMax: number): Promise<void> => {
  const noted = readInstanceFile(dataDir);
  const { pid } = noted?.ownerPid === process.pid ? noted : first;
  if (await endProcess(pid, 'SIGTERM', msMax)) removeInstanceFile(dataDir, pid);
};

const own = (dataDir: string, note: RedisInstance): EmbeddedRedis => {
  writeInstanceFile(dataDir, note);
  return {
    url: note.url,
    isRunning: () => isProcessAlive(note.pid),
    stop: (msMax = stopMs) => stop(dataDir, note, msMax),
  };
};

const isRedis = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('redis-server');
  } catch {
    return false;
  }
};

/** Takes over the Redis that a crashed server left running; refuses one that a living server uses, and waits for one that loads its file or was stopped. */
const adopt = async (dataDir: string, patience: WaitOptions): Promise<EmbeddedRedis | undefined> => {
  const note = readInstanceFile(dataDir);
  if (note === undefined) return undefined;
  const { url, pid, ownerPid } = note;
  const outcome = await waitForRedis(url, () => isProcessAlive(pid) && isRedis(pid), patience);
  if (outcome === 'ended') return undefined;
  // A second Redis on the same file would destroy it.
  if (outcome === 'silent')
    throw new EmbeddedRedisError(
      `The Redis of DATA_DIR '${dataDir}' runs with process id ${pid} and does not answer; wait until it does, or end it.`,
    );
  if (ownerPid !== process.pid && isProcessAlive(ownerPid))
    throw new EmbeddedRedisError(
      `DATA_DIR is '${dataDir}', which the running server with process id ${ownerPid} uses; stop that one, or set another DATA_DIR.`,
    );
  return own(dataDir, { ...note, ownerPid: process.pid });
};

/** One that is still at it must not meet the next attempt on the same file. */
const endAttempt = async (dataDir: string, pid: number): Promise<void> => {
  if (!(await endProcess(pid, 'SIGTERM', stopMs)) && !(await endProcess(pid, 'SIGKILL', stopMs)))
    throw new EmbeddedRedisError(
      `The embedded Redis of DATA_DIR '${dataDir}' did not start, and its process ${pid} does not end.`,
    );
  removeInstanceFile(dataDir, pid);
};

/** Undefined where it did not come up with what its module was given; the note is there from its first moment, so that nobody starts a second one while it loads. */
const attempt = async (
  binary: string,
  dataDir: string,
  module: readonly string[],
  { url: sameUrl, fsync = 'everysec', ...patience }: EmbeddedRedisOptions,
): Promise<EmbeddedRedis | undefined> => {
  const url = sameUrl ?? (await chooseRedisUrl(dataDir));
  const pid = launchRedis(binary, dataDir, url, module, fsync);
  if (pid === undefined) return undefined;
  const redis = own(dataDir, { url, pid, ownerPid: process.pid });
  const outcome = await waitForRedis(url, redis.isRunning, patience);
  if (outcome === 'serves' && redis.isRunning() && !(await isLoadedAmiss(url, module))) return redis;
  await endAttempt(dataDir, pid);
  return undefined;
};

const launched = async (
  dataDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions,
): Promise<EmbeddedRedis> => {
  const binary = findOnPath('redis-server');
  if (binary === undefined) throw new EmbeddedRedisError(redisNotFoundMessage);
  for (const module of moduleLoadAttempts(configuredModule)) {
    const redis = await attempt(binary, dataDir, module, options);
    if (redis !== undefined) return redis;
  }
  throw new EmbeddedRedisError(
    `The embedded Redis did not start. The end of ${join(dataDir, 'redis.log')}:\n${logTail(dataDir)}`,
  );
};

const adoptOrLaunch = async (
  dataDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions,
): Promise<EmbeddedRedis> => {
  const adopted = await adopt(dataDir, options);
  if (adopted === undefined) return launched(dataDir, configuredModule, options);
  await withTemporaryConnection(adopted.url, askMs, redis =>
    redis.config('SET', 'appendfsync', options.fsync ?? 'everysec'),
  );
  return adopted;
};

const makeFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EmbeddedRedisError(
      `DATA_DIR is '${dataDir}', which cannot be used (${(error as Error).message}); allowed is a folder that can be written to.`,
    );
  }
};

const lateStart = (file: string): EmbeddedRedisError =>
  new EmbeddedRedisError(
    `Another server has been starting in the same DATA_DIR for long; if there is none, remove ${file}.`,
  );

/** Starts the Redis of a data directory, with RediSearch where the module is found and loads. */
export const startEmbeddedRedis = async (
  configuredDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions = {},
): Promise<EmbeddedRedis> => {
  const dataDir = resolve(configuredDir);
  makeFolder(dataDir);
  return withStartLock(dataDir, { timeoutError: lateStart, signal: options.signal }, () =>
    adoptOrLaunch(dataDir, configuredModule, options),
  );
};
