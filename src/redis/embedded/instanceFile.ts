/** The file DATA_DIR/redis.json: the address and the processes of the Redis of a data directory. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface RedisInstance {
  readonly url: string;
  readonly pid: number;
  /** The server process that started Redis, or adopted it. */
  readonly ownerPid: number;
  /** The process that ends Redis after its server died (startWatcher.ts). */
  readonly watcherPid?: number;
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

export const writeInstanceFile = (dataDir: string, instance: RedisInstance): void =>
  writeFileSync(instanceFilePath(dataDir), `${JSON.stringify(instance)}\n`, { mode: 0o600 });

/** Removes the file after the end of its process, and of no other: without the file the next start launches a Redis. */
export const removeInstanceFile = (dataDir: string, pid: number): void => {
  if (readInstanceFile(dataDir)?.pid === pid) rmSync(instanceFilePath(dataDir), { force: true });
};
