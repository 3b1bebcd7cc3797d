import { existsSync, accessSync, constants, readFileSync, statSync } from 'node:fs';
import { loadArguments, parseModuleList } from '../searchIndex/parseModuleList.js';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fieldOf } from '../serverChecks.js';
import { withTemporaryConnection } from '../withTemporaryConnection.js';
import { hasAppendOnlyFiles, removeHoles } from './appendOnlyFiles.js';
import {
  createFolder,
  EmbeddedRedisError,
  protectDataDir,
  withStartClaim,
  readInstanceFile,
  removeInstanceFile,
  writeInstanceFile,
} from './dataDir.js';
import {
  chooseRedisUrl,
  type FsyncPolicy,
  launchRedis,
  endProcess,
  isProcessAlive,
  isRedisAlive,
} from './redisProcess.js';

const modulePaths = [
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

/** Finds the search module: the configured path, or the first usual path where a file exists. */
export const findSearchModule = (configured: string): string | undefined =>
  configured === '' ? modulePaths.find(path => existsSync(path)) : configured;

/**
 * Lists the values of `--loadmodule` for one attempt after another: some versions of the module refuse the arguments,
 * and a module that is not configured may be left out.
 */
export const moduleLoadAttempts = (configured: string): readonly (readonly string[])[] => {
  const module = findSearchModule(configured);
  if (module === undefined) return [[]];
  const attempts = [[module, ...loadArguments], [module]];
  return configured === '' ? [...attempts, []] : attempts;
};

/**
 * Starts a Redis as a child process, with an append-only file in DATA_DIR. DATA_DIR/redis.json tells where it listens:
 * the command line finds it there, and so does a start after a crash, which ends the Redis that was left running.
 */

interface EmbeddedRedisOptions {
  /** The address of the previous Redis, where clients wait for the new one. */
  readonly url?: string;
  readonly fsync?: FsyncPolicy;
  /** Time in which a Redis that starts may give no answer at all, or one that was left must end. */
  readonly silenceTimeoutMs?: number;
  /** Ends the start with an error. */
  readonly signal?: AbortSignal;
  /** Called every five seconds while Redis loads its file, with the loaded percentage. */
  readonly onLoading?: (percent: number) => void;
  /** Receives the files that other users could use, if there are any. */
  readonly onOpenFiles?: (paths: readonly string[]) => void;
  /** Receives the append-only files from which zero bytes were removed. */
  readonly onHoles?: (names: readonly string[]) => void;
}

export interface EmbeddedRedis {
  readonly url: string;
  readonly ended: Promise<unknown>;
  /** A Redis that does not end in time is left running, and the next start waits for its end. */
  stop(timeoutMs?: number): Promise<void>;
}

const defaultSilenceTimeoutMs = 60_000;
const pollMs = 20;
const loadingPollMs = 100;
const loadingReportMs = 5_000;
const answerTimeoutMs = 1_000;
const stopTimeoutMs = 10_000;
const logTailLines = 3;

const redisNotFoundMessage = `No redis-server was found. There are three ways to get one:
  1. a package manager:  apt-get install redis-server redis-redisearch    (or: brew install redis)
  2. a container:        docker run -d -p 6379:6379 redis:8    then REDIS_URL=redis://127.0.0.1:6379
  3. an existing server: REDIS_URL=redis://host:port`;

/** Creates the folder, or protects the files in it. */
const prepareDataDir = (dataDir: string, onOpenFiles: EmbeddedRedisOptions['onOpenFiles']): void => {
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    const open = protectDataDir(dataDir);
    if (open.length > 0) onOpenFiles?.(open);
  } catch (error) {
    throw new EmbeddedRedisError(
      `DATA_DIR is '${dataDir}', which cannot be used (${(error as Error).message}); it must be a writable folder.`,
    );
  }
};

/** Resolves to the loaded percentage while Redis loads its file, and to undefined where no Redis answers. */
const readState = (url: string): Promise<'ready' | number | undefined> =>
  withTemporaryConnection(url, answerTimeoutMs, async redis => {
    const info = await redis.info('persistence');
    return fieldOf(info, 'loading') === '1' ? Number.parseFloat(fieldOf(info, 'loading_loaded_perc') ?? '0') : 'ready';
  }).catch(() => undefined);

/** Ends the Redis that a killed server left. Refuses one that is in use: a second one on its file would destroy it. */
const endLeftRedis = async (dataDir: string, { silenceTimeoutMs, signal }: EmbeddedRedisOptions): Promise<void> => {
  const left = readInstanceFile(dataDir);
  const refuse = (reason: string): never => {
    throw new EmbeddedRedisError(`DATA_DIR is '${dataDir}', ${reason}, or set another DATA_DIR.`);
  };
  if (left !== undefined && isRedisAlive(left.pid)) {
    const { pid, ownerPid } = left;
    if (ownerPid !== process.pid && isProcessAlive(ownerPid))
      refuse(`which the running server with process id ${ownerPid} uses; stop that one`);
    if (!(await endProcess(pid, 'SIGTERM', silenceTimeoutMs ?? defaultSilenceTimeoutMs, signal)))
      refuse(`whose Redis with process id ${pid} does not end; end it`);
  } else {
    // The process ids of another container are unknown here.
    const url = await chooseRedisUrl(dataDir);
    if (url.startsWith('unix:') && (await readState(url)) !== undefined)
      refuse('where a Redis answers that no server of this system has started; end it');
  }
};

/** Waits until Redis is ready or ends. One that loads a file is not killed, since the next one would start over. */
const waitUntilReady = async (
  url: string,
  pid: number,
  { silenceTimeoutMs = defaultSilenceTimeoutMs, signal, onLoading }: EmbeddedRedisOptions,
): Promise<boolean> => {
  let answeredMs = performance.now();
  let reportedMs = -Infinity;
  while (isProcessAlive(pid) && performance.now() - answeredMs <= silenceTimeoutMs) {
    signal?.throwIfAborted();
    const state = await readState(url);
    if (state === 'ready') return isProcessAlive(pid);
    if (state !== undefined) answeredMs = performance.now();
    if (state !== undefined && answeredMs - reportedMs > loadingReportMs) {
      reportedMs = answeredMs;
      onLoading?.(state);
    }
    await setTimeout(state === undefined ? pollMs : loadingPollMs);
  }
  return false;
};

/** Tells whether a later RediSearch was loaded with arguments that only RediSearch 1.x needs. */
const hasWrongArguments = async (url: string): Promise<boolean> => {
  const modules = await withTemporaryConnection(url, answerTimeoutMs, redis => redis.call('MODULE', 'LIST'));
  return parseModuleList(modules as unknown[][], 0)?.isLater === true;
};

/** Launches Redis with a module; undefined where Redis does not start with it. */
const attemptLaunch = async (
  dataDir: string,
  module: readonly string[],
  options: EmbeddedRedisOptions,
): Promise<EmbeddedRedis | undefined> => {
  const url = options.url ?? (await chooseRedisUrl(dataDir));
  const child = launchRedis({ dataDir, url, module, fsync: options.fsync ?? 'everysec' });
  const { pid } = child;
  if (pid === undefined) throw new EmbeddedRedisError(redisNotFoundMessage);
  // Written at once: a start after a crash must find this Redis while it loads its file.
  writeInstanceFile(dataDir, { url, pid, ownerPid: process.pid });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals, timeoutMs = stopTimeoutMs): Promise<boolean> => {
    // Redis writes the rest of its file at SIGTERM.
    const isEnded = await endProcess(pid, signal, timeoutMs);
    if (isEnded) removeInstanceFile(dataDir, pid);
    return isEnded;
  };
  let isUsable = false;
  try {
    isUsable = (await waitUntilReady(url, pid, options)) && !(module.length > 1 && (await hasWrongArguments(url)));
  } finally {
    // While it runs, no other attempt may use the same file.
    if (!isUsable && !(await end('SIGTERM'))) await end('SIGKILL');
  }
  return isUsable ? { url, ended, stop: async timeoutMs => void (await end('SIGTERM', timeoutMs)) } : undefined;
};

const logOf = (dataDir: string): string => join(dataDir, 'redis.log');

/** Mends files that Redis could not read, as its log says since a length; resolves to whether it did. */
const mendFiles = async (dataDir: string, from: number, { onHoles }: EmbeddedRedisOptions): Promise<boolean> => {
  if (!readFileSync(logOf(dataDir)).subarray(from).includes('Bad file format')) return false;
  // A file with more damage than holes is left to the operator: its end is the log of Redis.
  const names = await removeHoles(dataDir).catch(() => []);
  if (names.length > 0) onHoles?.(names);
  return names.length > 0;
};

/** Without its files Redis would start with an empty store, and restored files would replace the new data later. */
const assertFilesPresent = (dataDir: string, isRestart: boolean): void => {
  if (hasAppendOnlyFiles(dataDir) || (!isRestart && !existsSync(join(dataDir, 'encryption.key')))) return;
  throw new EmbeddedRedisError(
    `DATA_DIR is '${dataDir}', whose append-only files are away; put the folder appendonlydir back, ` +
      'or delete encryption.key to begin with an empty store.',
  );
};

const logTail = (dataDir: string): string =>
  readFileSync(logOf(dataDir), 'utf8').trimEnd().split('\n').slice(-logTailLines).join('\n');

const launch = async (dataDir: string, module: string, options: EmbeddedRedisOptions): Promise<EmbeddedRedis> => {
  assertFilesPresent(dataDir, options.url !== undefined);
  const log = logOf(dataDir);
  // Without the module Redis may not even read its file, which tells nothing: the first attempt has the cause.
  let cause: string | undefined;
  for (const attempt of moduleLoadAttempts(module)) {
    const from = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    const redis = await attemptLaunch(dataDir, attempt, options);
    if (redis !== undefined) return redis;
    cause ??= logTail(dataDir);
    if (!(await mendFiles(dataDir, from, options))) continue;
    const mended = await attemptLaunch(dataDir, attempt, options);
    if (mended !== undefined) return mended;
  }
  throw new EmbeddedRedisError(`The embedded Redis did not start. The end of ${log}:\n${cause}`);
};

/** Starts the Redis of a data directory, with RediSearch where the module is found and loads. */
export const startEmbeddedRedis = async (
  configuredDir: string,
  configuredModule: string,
  options: EmbeddedRedisOptions = {},
): Promise<EmbeddedRedis> => {
  const dataDir = resolve(configuredDir);
  prepareDataDir(dataDir, options.onOpenFiles);
  return withStartClaim(dataDir, async () => {
    await endLeftRedis(dataDir, options);
    return launch(dataDir, configuredModule, options);
  });
};
