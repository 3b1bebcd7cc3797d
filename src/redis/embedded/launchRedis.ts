import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseRedisUrl } from '../../config/redisUrl.js';
import { findFreePort } from './findFreePort.js';

/** When the append-only file is forced to the disk: once a second, or before a change is answered. */
export type FsyncPolicy = 'everysec' | 'always';

/** The system limits paths of Unix sockets to 108 bytes, with the terminator. */
const socketPathBytesMax = 100;

/** Finds a program on the PATH. */
export const findOnPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, name))
    .find(path => existsSync(path));

/**
 * Chooses a socket in the data directory, or a loopback port when the path of the socket would be too long, or begin a
 * query in an address.
 */
export const chooseRedisUrl = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'redis.sock');
  return Buffer.byteLength(path) <= socketPathBytesMax && !/[?#]/.test(path)
    ? `unix://${path}`
    : `redis://127.0.0.1:${await findFreePort()}`;
};

const listenArguments = (url: string): string[] => {
  const { path, nodes } = parseRedisUrl(url);
  const [node] = nodes;
  return node === undefined
    ? ['--port', '0', '--unixsocket', path, '--unixsocketperm', '700']
    : ['--port', String(node.port), '--bind', node.host];
};

export interface LaunchOptions {
  readonly binary: string;
  readonly dataDir: string;
  readonly url: string;
  /** What `--loadmodule` gets: a path and its arguments; empty for no module. */
  readonly module: readonly string[];
  readonly fsync: FsyncPolicy;
}

const redisArguments = ({ dataDir, url, module, fsync }: LaunchOptions): string[] =>
  [
    listenArguments(url),
    ['--dir', dataDir, '--daemonize', 'no'],
    ['--appendonly', 'yes', '--appendfsync', fsync, '--save', ''],
    // A small hash with a long value stays packed: a document of a search index takes 200 bytes less.
    ['--hash-max-ziplist-value', '1024'],
    // Jobs and resources must never be evicted: a full Redis refuses writes.
    ['--maxmemory-policy', 'noeviction'],
    module.length === 0 ? [] : ['--loadmodule', ...module],
  ].flat();

/** Redis inherits the mask, so that no other user of the machine reads what it writes. */
const withPrivateFiles = <T>(launch: () => T): T => {
  const mask = process.umask(0o077);
  try {
    return launch();
  } finally {
    process.umask(mask);
  }
};

/**
 * Launches a Redis process in a process group of its own, so that Ctrl-C reaches the server first. Returns the process
 * id; undefined where the system started no process.
 */
export const launchRedis = (options: LaunchOptions): number | undefined => {
  const log = openSync(join(options.dataDir, 'redis.log'), 'a', 0o600);
  const child = withPrivateFiles(() =>
    spawn(options.binary, redisArguments(options), { stdio: ['ignore', log, log], detached: true }),
  );
  closeSync(log);
  child.once('error', () => undefined);
  child.unref();
  return child.pid;
};
