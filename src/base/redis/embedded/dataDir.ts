/** DATA_DIR: the folder of the embedded Redis, which one process at a time may start a Redis in. */
import {
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { join, resolve, basename, dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { appendOnlyFolder } from './appendOnlyFiles.js';
import { isProcessAlive } from './redisProcess.js';

/** Content of the file DATA_DIR/redis.json: the address and the processes of the Redis of a data directory. */
export interface RedisInstance {
  readonly url: string;
  readonly pid: number;
  /** The server process that started Redis. */
  readonly ownerPid: number;
}

export const instanceFilePath = (dataDir: string): string => join(resolve(dataDir), 'redis.json');

/** Reads the file; undefined where no Redis was started. */
export const readInstanceFile = (dataDir: string): RedisInstance | undefined => {
  try {
    return JSON.parse(readFileSync(instanceFilePath(dataDir), 'utf8')) as RedisInstance;
  } catch {
    return undefined;
  }
};

/** Replaces the file at once, so that a crash leaves no part of it. */
export const writeInstanceFile = (dataDir: string, instance: RedisInstance): void => {
  const path = instanceFilePath(dataDir);
  writeFileSync(`${path}.new`, `${JSON.stringify(instance)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
};

/** Removes the file of a process that has ended, unless another one wrote it, and the socket of a killed Redis. */
export const removeInstanceFile = (dataDir: string, pid: number): void => {
  if (readInstanceFile(dataDir)?.pid !== pid) return;
  for (const path of [instanceFilePath(dataDir), join(resolve(dataDir), 'redis.sock')]) rmSync(path, { force: true });
};

/** The embedded Redis cannot be started; the message tells what to do. */
export class EmbeddedRedisError extends Error {}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Node's own recursive creation never returns in places such as /proc, where no folder can be created. */
export const createFolder = (path: string): void => {
  if (isFolder(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
};

/** Names of the files that Redis and the server write into the folder. */
const ownNames =
  /^(redis\.(log|json|json\.new|sock)|starting-\d+|encryption\.key|appendonlydir|dump\.rdb|appendonly\.aof|temp-.*)$/;

const permissionsOfOthers = 0o077;

/** Tells whether other users of the machine may use a file. */
export const isOpen = (path: string): boolean => {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && !status.isSymbolicLink() && (status.mode & permissionsOfOthers) !== 0;
};

const close = (path: string): void => {
  try {
    chmodSync(path, lstatSync(path).mode & 0o777 & ~permissionsOfOthers);
  } catch {
    // It belongs to another user, or the file system has no permissions: the caller looks at the result.
  }
};

const pathsIn = (folder: string): string[] => readdirSync(folder).map(name => join(folder, name));

/**
 * Takes the permissions of other users from DATA_DIR and the files of the server in it, and returns the files that they
 * could use. A folder that has other files, too, such as a home folder, keeps its own permissions.
 */
export const protectDataDir = (dataDir: string): readonly string[] => {
  const paths = pathsIn(dataDir);
  const own = paths.filter(path => ownNames.test(basename(path)));
  const inside = own.filter(path => basename(path) === appendOnlyFolder).flatMap(pathsIn);
  const open = [...(own.length === paths.length ? [dataDir] : []), ...own, ...inside].filter(isOpen);
  open.forEach(close);
  return open;
};

const claimName = /^starting-(\d+)$/;
const pollMs = 20;
const pollsMax = 50;

/** Lists the processes of other starts, and removes the claims of those that have ended. */
const otherStarts = (dataDir: string): number[] =>
  readdirSync(dataDir).flatMap(name => {
    const pid = Number(claimName.exec(name)?.[1] ?? process.pid);
    if (pid === process.pid) return [];
    if (isProcessAlive(pid)) return [pid];
    rmSync(join(dataDir, name), { force: true });
    return [];
  });

/**
 * Runs `start` unless another process starts in the folder: two Redis servers that append to one file would destroy it.
 * Each start writes a file with its process id in the name, and then looks for others. Of starts at the same moment,
 * which see each other, the lowest process id goes on when the others have given up.
 */
export const withStartClaim = async <T>(dataDir: string, start: () => Promise<T>): Promise<T> => {
  const claim = join(dataDir, `starting-${process.pid}`);
  writeFileSync(claim, '', { mode: 0o600 });
  try {
    for (let polls = 0, others = otherStarts(dataDir); others.length > 0; polls++, others = otherStarts(dataDir)) {
      if (Math.min(...others) < process.pid || polls === pollsMax)
        throw new EmbeddedRedisError(
          `DATA_DIR is '${dataDir}', where process ${others[0]} is starting a server; ` +
            'stop that one, or set another DATA_DIR.',
        );
      await setTimeout(pollMs);
    }
    return await start();
  } finally {
    rmSync(claim, { force: true });
  }
};
