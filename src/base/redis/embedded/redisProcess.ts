/** Redis as a process: started with its arguments, or left by a server that was killed, and no child of this one. */
import { createServer } from 'node:net';
import { existsSync, readFileSync, closeSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { parseRedisUrl } from '../../config/redisUrl.js';
import { spawnBound } from '../../lifecycle/spawnBound.js';

/** Finds a loopback port that no server listens on at the moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('the probe has no port'));
        else resolve(address.port);
      });
    });
  });

const pollMs = 20;

const readProcFile = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * Tells whether a process runs; one of another user counts, and a zombie, whose exit code has not been read, does not.
 */
export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^.*\) Z/s.test(readProcFile(pid, 'stat'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** After a reboot another program may have the process id of a Redis. Only Linux tells the program here. */
export const isRedisAlive = (pid: number): boolean =>
  isProcessAlive(pid) && (!existsSync('/proc/self') || readProcFile(pid, 'cmdline').includes('redis-server'));

/** Sends a signal that ends a process; resolves to whether the process ended within the time limit. */
export const endProcess = async (
  pid: number,
  signal: NodeJS.Signals,
  timeoutMs: number,
  abort?: AbortSignal,
): Promise<boolean> => {
  const deadlineMs = performance.now() + timeoutMs;
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended by itself, or belongs to another user.
  }
  while (isProcessAlive(pid) && performance.now() < deadlineMs) await setTimeout(pollMs, undefined, { signal: abort });
  return !isProcessAlive(pid);
};

/** When the append-only file is forced to the disk: once a second, or before a change is answered. */
export type FsyncPolicy = 'everysec' | 'always';

/** The system limits paths of Unix sockets to 108 bytes, with the terminator. */
const socketPathBytesMax = 100;

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

interface LaunchOptions {
  readonly dataDir: string;
  readonly url: string;
  /** The values of `--loadmodule`: a path and its arguments; empty for no module. */
  readonly module: readonly string[];
  readonly fsync: FsyncPolicy;
}

const redisArguments = ({ dataDir, url, module, fsync }: LaunchOptions): string[] => {
  const { path, nodes } = parseRedisUrl(url);
  return [
    nodes[0] === undefined
      ? ['--port', '0', '--unixsocket', path, '--unixsocketperm', '700']
      : ['--port', String(nodes[0].port), '--bind', nodes[0].host],
    ['--dir', dataDir, '--daemonize', 'no'],
    ['--appendonly', 'yes', '--appendfsync', fsync, '--save', ''],
    // A small hash with a long value stays packed: a document of a search index takes 200 bytes less.
    ['--hash-max-ziplist-value', '1024'],
    // Jobs and resources must never be evicted: a full Redis refuses writes.
    ['--maxmemory-policy', 'noeviction'],
    module.length === 0 ? [] : ['--loadmodule', ...module],
  ].flat();
};

/**
 * Launches Redis in a process group of its own, so that Ctrl-C reaches the server first. It ends with this process.
 * Without a `pid` the system found no such program.
 */
export const launchRedis = (options: LaunchOptions): ChildProcess => {
  const log = openSync(join(options.dataDir, 'redis.log'), 'a', 0o600);
  // Redis inherits the mask, so that no other user of the machine reads what it writes.
  const mask = process.umask(0o077);
  try {
    const child = spawnBound('redis-server', redisArguments(options), { stdio: ['ignore', log, log], detached: true });
    const end = (): boolean => child.kill();
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end)).once('error', () => process.off('exit', end));
    child.unref();
    return child;
  } finally {
    process.umask(mask);
    closeSync(log);
  }
};
