/**
 * A Redis of our own as a child process, with an append-only file under DATA_DIR. It has a process group of its own, so
 * that Ctrl-C reaches the server first and Redis is stopped last. DATA_DIR/redis.json tells where it listens: the
 * command line finds it there, and a server that starts again after a crash adopts the Redis it left behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { askRedis } from './askRedis.js';
import { freePort } from './freePort.js';
import { isAlive } from './isAlive.js';
import { later, loadArguments, readModules } from './redisearch.js';
import { readRedisUrl } from './redisUrl.js';
import { withStartLock } from './startLock.js';

export interface EmbeddedRedis {
  readonly url: string;
  /** Whether its process runs, answering or not. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** When the append-only file is forced to the disk: once a second, or before a change is answered. */
export type Fsync = 'everysec' | 'always';

export interface EmbeddedOptions {
  /** Where clients wait for it already. */
  readonly sameUrl?: string;
  readonly fsync?: Fsync;
}

/** Redis cannot be had; the message tells what to do about it. */
export class RedisError extends Error {}

interface Note { readonly url: string; readonly pid: number; readonly ownerPid: number }

export const noteFile = (dataDir: string): string => join(resolve(dataDir), 'redis.json');

/** Paths of Unix sockets are short by law: 108 bytes with the end. */
const socketPathBytesMax = 100;
const startMs = 60_000;
const stopMs = 10_000;
const pollMs = 20;
const pingMs = 1_000;

const modulePaths = [
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

export const missingRedis = `No redis-server was found. Three ways out:
  1. a package manager:  apt-get install redis-server redis-redisearch    (or: brew install redis)
  2. a container:        docker run -d -p 6379:6379 redis:8    then REDIS_URL=redis://127.0.0.1:6379
  3. a server you have:  REDIS_URL=redis://host:port`;

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '').map(folder => join(folder, name)).find(path => existsSync(path));

/** What a call at an address comes to; undefined where nobody answers. */
const askAt = <T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T | undefined> => askRedis(url, pingMs, ask).catch(() => undefined);

const answers = async (url: string): Promise<boolean> => await askAt(url, redis => redis.ping()) === 'PONG';

/** Whether it was loaded with arguments that only RediSearch 1.x needs. */
const isLoadedAmiss = async (url: string, { length }: readonly string[]): Promise<boolean> =>
  length > 1 && await askAt(url, async redis => readModules(await redis.call('MODULE', 'LIST') as unknown[][], 0)?.generation === later) === true;

/** Where the Redis of a data directory listens, if one was started there. */
export const readNote = (dataDir: string): Note | undefined => {
  try {
    return JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as Note;
  } catch {
    return undefined;
  }
};

const writeNote = (dataDir: string, note: Note): void => writeFileSync(noteFile(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 });

/** A socket in the data directory, or a loopback port where its path would be too long. */
const chooseUrl = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'redis.sock');
  return Buffer.byteLength(path) <= socketPathBytesMax ? `unix://${path}` : `redis://127.0.0.1:${await freePort()}`;
};

const listenArguments = (url: string): string[] => {
  const { kind, path, nodes: _nodes, href } = readRedisUrl(url);
  return kind === 'unix'
    ? ['--port', '0', '--unixsocket', path, '--unixsocketperm', '700']
    : ['--port', new URL(href).port, '--bind', '127.0.0.1'];
};

const launch = (binary: string, dataDir: string, url: string, module: readonly string[], fsync: Fsync): ChildProcess => {
  const log = openSync(join(dataDir, 'redis.log'), 'a', 0o600);
  const child = spawn(binary, [
    ...listenArguments(url),
    '--dir', dataDir,
    '--daemonize', 'no',
    '--appendonly', 'yes',
    '--appendfsync', fsync,
    '--save', '',
    // BullMQ's jobs and our data must never be evicted: a full Redis refuses writes.
    '--maxmemory-policy', 'noeviction',
    ...(module.length === 0 ? [] : ['--loadmodule', ...module]),
  ], { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  child.unref();
  return child;
};

const logTail = (dataDir: string): string => readFileSync(join(dataDir, 'redis.log'), 'utf8').trimEnd().split('\n').slice(-3).join('\n');

/** Resolves to whether Redis came up; false when it ended by itself. */
const comesUp = async (child: ChildProcess, url: string): Promise<boolean> => {
  const endMs = Date.now() + startMs;
  let hasEnded = false;
  child.once('exit', () => { hasEnded = true; });
  child.once('error', () => { hasEnded = true; });
  while (!hasEnded && Date.now() < endMs) {
    if (await answers(url)) return true;
    await setTimeout(pollMs);
  }
  // One that is still at it must not meet the next attempt on the same file.
  if (!hasEnded) child.kill('SIGKILL');
  return false;
};

const stop = async (dataDir: string, { pid }: Note): Promise<void> => {
  const endMs = Date.now() + stopMs;
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  while (isAlive(pid) && Date.now() < endMs) await setTimeout(pollMs);
  rmSync(noteFile(dataDir), { force: true });
};

const own = (dataDir: string, note: Note): EmbeddedRedis => {
  writeNote(dataDir, note);
  return { url: note.url, isRunning: () => isAlive(note.pid), stop: () => stop(dataDir, note) };
};

const isRedis = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('redis-server');
  } catch {
    return false;
  }
};

/** One that loads its file, or was stopped, is waited for: a second Redis on the same file would destroy it. */
const comesToAnswer = async (dataDir: string, { url, pid }: Note): Promise<boolean> => {
  for (const endMs = Date.now() + startMs; ; await setTimeout(pollMs)) {
    if (await answers(url)) return true;
    if (!isAlive(pid) || !isRedis(pid)) return false;
    if (Date.now() > endMs) throw new RedisError(`The Redis of DATA_DIR '${dataDir}' runs with process id ${pid} and does not answer; wait until it does, or end it.`);
  }
};

/** Takes over the Redis that a crashed server left running; refuses one that a living server uses. */
const adopt = async (dataDir: string): Promise<EmbeddedRedis | undefined> => {
  const note = readNote(dataDir);
  if (note === undefined || !await comesToAnswer(dataDir, note)) return undefined;
  if (note.ownerPid !== process.pid && isAlive(note.ownerPid))
    throw new RedisError(`DATA_DIR is '${dataDir}', which the running server with process id ${note.ownerPid} uses; stop that one, or set another DATA_DIR.`);
  return own(dataDir, { ...note, ownerPid: process.pid });
};

export const findModule = (configured: string): string | undefined => (configured === '' ? modulePaths.find(path => existsSync(path)) : configured);

/** What `--loadmodule` is given, one attempt after the other: a module may refuse arguments, and one that nobody asked for may be left out. */
const waysToLoad = (module: string | undefined, isConfigured: boolean): readonly (readonly string[])[] => {
  if (module === undefined) return [[]];
  const loaded = [[module, ...loadArguments], [module]];
  return isConfigured ? loaded : [...loaded, []];
};

const adoptOrLaunch = async (dataDir: string, configuredModule: string, { sameUrl, fsync = 'everysec' }: EmbeddedOptions): Promise<EmbeddedRedis> => {
  const adopted = await adopt(dataDir);
  if (adopted !== undefined) {
    await askAt(adopted.url, redis => redis.config('SET', 'appendfsync', fsync));
    return adopted;
  }
  const binary = onPath('redis-server');
  if (binary === undefined) throw new RedisError(missingRedis);
  const module = findModule(configuredModule);
  for (const attempt of waysToLoad(module, configuredModule !== '')) {
    const url = sameUrl ?? await chooseUrl(dataDir);
    const child = launch(binary, dataDir, url, attempt, fsync);
    if (!await comesUp(child, url)) continue;
    const note = { url, pid: child.pid!, ownerPid: process.pid };
    if (!await isLoadedAmiss(url, attempt)) return own(dataDir, note);
    await stop(dataDir, note);
  }
  throw new RedisError(`The embedded Redis did not start. The end of ${join(dataDir, 'redis.log')}:\n${logTail(dataDir)}`);
};

const makeFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new RedisError(`DATA_DIR is '${dataDir}', which cannot be used (${(error as Error).message}); allowed is a folder that can be written to.`);
  }
};

const lateStart = (file: string): RedisError =>
  new RedisError(`Another server has been starting in the same DATA_DIR for long; if there is none, remove ${file}.`);

/** Starts the Redis of a data directory, with RediSearch where the module is found and loads. */
export const startEmbeddedRedis = async (configuredDir: string, configuredModule: string, options: EmbeddedOptions = {}): Promise<EmbeddedRedis> => {
  const dataDir = resolve(configuredDir);
  makeFolder(dataDir);
  return withStartLock(dataDir, lateStart, () => adoptOrLaunch(dataDir, configuredModule, options));
};
