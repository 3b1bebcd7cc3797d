/** The file DATA_DIR/redis.json: the address and the processes of the Redis of a data directory. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
