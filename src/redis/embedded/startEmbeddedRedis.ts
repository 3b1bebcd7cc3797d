/**
 * Starts a Redis as a child process, with an append-only file in DATA_DIR. It has a process group of its own, so that
 * Ctrl-C reaches the server first and Redis is stopped last. DATA_DIR/redis.json tells where it listens: the command
 * line finds it there, and a server that starts after a crash adopts the Redis that was left running.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { laterGeneration } from '../searchIndex/laterGeneration.js';
import { parseModuleList } from '../searchIndex/parseModuleList.js';
import { withTemporaryConnection } from '../withTemporaryConnection.js';
import { type AdoptOptions, adoptRedis } from './adoptRedis.js';
import { createFolder } from './createFolder.js';
import { EmbeddedRedis } from './EmbeddedRedis.js';
import { EmbeddedRedisError } from './EmbeddedRedisError.js';
import { endProcess } from './endProcess.js';
import { removeInstanceFile } from './instanceFile.js';
import { chooseRedisUrl, findOnPath, type FsyncPolicy, launchRedis } from './launchRedis.js';
import { moduleLoadAttempts } from './moduleLoadAttempts.js';
import { type ProtectedPaths, protectDataDir } from './protectDataDir.js';
import { waitForRedis } from './waitForRedis.js';
import { withStartLock } from './withStartLock.js';

export interface EmbeddedRedisOptions extends AdoptOptions {
  /** The address of the Redis before, where clients wait for it. */
  readonly url?: string;
  readonly fsync?: FsyncPolicy;
  /** Receives the files that other users could use, if there are any. */
  readonly onProtected?: (paths: ProtectedPaths) => void;
}

const defaultFsync: FsyncPolicy = 'everysec';
const stopTimeoutMs = 10_000;
const commandTimeoutMs = 5_000;
const logTailLines = 3;

const redisNotFoundMessage = `No redis-server was found. There are three ways to get one:
  1. a package manager:  apt-get install redis-server redis-redisearch    (or: brew install redis)
  2. a container:        docker run -d -p 6379:6379 redis:8    then REDIS_URL=redis://127.0.0.1:6379
  3. an existing server: REDIS_URL=redis://host:port`;

/** Tells whether a later RediSearch was loaded with arguments that only RediSearch 1.x needs. */
const hasWrongArguments = async (url: string, { length }: readonly string[]): Promise<boolean> => {
  if (length <= 1) return false;
  const modules = await withTemporaryConnection(url, commandTimeoutMs, redis => redis.call('MODULE', 'LIST')).catch(
    () => undefined,
  );
  return modules !== undefined && parseModuleList(modules as unknown[][], 0)?.generation === laterGeneration;
};

const readLogTail = (dataDir: string): string =>
  readFileSync(join(dataDir, 'redis.log'), 'utf8').trimEnd().split('\n').slice(-logTailLines).join('\n');

/** Ends a process that did not start: while it runs, no other attempt may use the same file. */
const endAttempt = async (dataDir: string, pid: number): Promise<void> => {
  if (!(await endProcess(pid, 'SIGTERM', stopTimeoutMs)) && !(await endProcess(pid, 'SIGKILL', stopTimeoutMs)))
    throw new EmbeddedRedisError(
      `The embedded Redis of DATA_DIR '${dataDir}' did not start, and its process ${pid} does not end.`,
    );
  removeInstanceFile(dataDir, pid);
};

/**
 * Launches Redis with a module; undefined where Redis does not start with it. The instance file is written at once, so
 * that no second Redis is launched while this one loads its file.
 */
const attemptLaunch = async (
  binary: string,
  dataDir: string,
  module: readonly string[],
  { url: previousUrl, fsync = defaultFsync, orphanMs, ...waitOptions }: EmbeddedRedisOptions,
): Promise<EmbeddedRedis | undefined> => {
  const url = previousUrl ?? (await chooseRedisUrl(dataDir));
  const pid = launchRedis({ binary, dataDir, url, module, fsync });
  if (pid === undefined) return undefined;
  const redis = EmbeddedRedis.own(dataDir, { url, pid }, orphanMs);
  const outcome = await waitForRedis(url, redis.isRunning, waitOptions).catch(async (error: unknown) => {
    await endAttempt(dataDir, pid);
    throw error;
  });
  if (outcome === 'ready' && redis.isRunning() && !(await hasWrongArguments(url, module))) return redis;
  await endAttempt(dataDir, pid);
  return undefined;
};

const launch = async (
  dataDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions,
): Promise<EmbeddedRedis> => {
  const binary = findOnPath('redis-server');
  if (binary === undefined) throw new EmbeddedRedisError(redisNotFoundMessage);
  for (const module of moduleLoadAttempts(configuredModule)) {
    const redis = await attemptLaunch(binary, dataDir, module, options);
    if (redis !== undefined) return redis;
  }
  throw new EmbeddedRedisError(
    `The embedded Redis did not start. The end of ${join(dataDir, 'redis.log')}:\n${readLogTail(dataDir)}`,
  );
};

const adoptOrLaunch = async (
  dataDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions,
): Promise<EmbeddedRedis> => {
  const adopted = await adoptRedis(dataDir, options);
  if (adopted === undefined) return launch(dataDir, configuredModule, options);
  const { fsync = defaultFsync } = options;
  await withTemporaryConnection(adopted.url, commandTimeoutMs, redis => redis.config('SET', 'appendfsync', fsync));
  return adopted;
};

/** Creates the folder, or protects the files in it. */
const prepareDataDir = (dataDir: string, onProtected: EmbeddedRedisOptions['onProtected']): void => {
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const paths = protectDataDir(dataDir);
    if (paths.mended.length + paths.open.length > 0) onProtected?.(paths);
  } catch (error) {
    throw new EmbeddedRedisError(
      `DATA_DIR is '${dataDir}', which cannot be used (${(error as Error).message}); it must be a writable folder.`,
    );
  }
};

const startTimeoutError = (file: string): EmbeddedRedisError =>
  new EmbeddedRedisError(
    `Another server has been starting in the same DATA_DIR for too long; if there is none, remove ${file}.`,
  );

/** Starts or adopts the Redis of a data directory, with RediSearch where the module is found and loads. */
export const startEmbeddedRedis = async (
  configuredDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions = {},
): Promise<EmbeddedRedis> => {
  const dataDir = resolve(configuredDir);
  prepareDataDir(dataDir, options.onProtected);
  return withStartLock(dataDir, { timeoutError: startTimeoutError, signal: options.signal }, () =>
    adoptOrLaunch(dataDir, configuredModule, options),
  );
};
