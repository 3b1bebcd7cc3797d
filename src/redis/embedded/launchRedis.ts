/** The process of an embedded Redis: where it listens, and what it is told. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findFreePort } from './findFreePort.js';
import { parseRedisUrl } from '../../config/redisUrl.js';

/** When the append-only file is forced to the disk: once a second, or before a change is answered. */
export type FsyncPolicy = 'everysec' | 'always';

/** Paths of Unix sockets are short by law: 108 bytes with the end. */
const socketPathBytesMax = 100;

export const findOnPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, name))
    .find(path => existsSync(path));

/** A socket in the data directory, or a loopback port where its path would be too long. */
export const chooseRedisUrl = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'redis.sock');
  return Buffer.byteLength(path) <= socketPathBytesMax ? `unix://${path}` : `redis://127.0.0.1:${await findFreePort()}`;
};

const listenArguments = (url: string): string[] => {
  const { kind, path, nodes: _nodes, href } = parseRedisUrl(url);
  return kind === 'unix'
    ? ['--port', '0', '--unixsocket', path, '--unixsocketperm', '700']
    : ['--port', new URL(href).port, '--bind', '127.0.0.1'];
};

/** Its process id; undefined where the system started no process. `module` is what `--loadmodule` is given. */
export const launchRedis = (
  binary: string,
  dataDir: string,
  url: string,
  module: readonly string[],
  fsync: FsyncPolicy,
): number | undefined => {
  const log = openSync(join(dataDir, 'redis.log'), 'a', 0o600);
  const child = spawn(
    binary,
    [
      ...listenArguments(url),
      '--dir',
      dataDir,
      '--daemonize',
      'no',
      '--appendonly',
      'yes',
      '--appendfsync',
      fsync,
      '--save',
      '',
      // BullMQ's jobs and our data must never be evicted: a full Redis refuses writes.
      '--maxmemory-policy',
      'noeviction',
      ...(module.length === 0 ? [] : ['--loadmodule', ...module]),
    ],
    { stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  child.once('error', () => undefined);
  child.unref();
  return child.pid;
};
