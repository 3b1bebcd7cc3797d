/** DATA_DIR/redis.json: where the Redis of a data directory listens, and whose it is. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface RedisInstance {
  readonly url: string;
  readonly pid: number;
  readonly ownerPid: number;
}

export const instanceFilePath = (dataDir: string): string => join(resolve(dataDir), 'redis.json');

/** Where the Redis of a data directory listens, if one was started there. */
export const readInstanceFile = (dataDir: string): RedisInstance | undefined => {
  try {
    return JSON.parse(readFileSync(instanceFilePath(dataDir), 'utf8')) as RedisInstance;
  } catch {
    return undefined;
  }
};

export const writeInstanceFile = (dataDir: string, note: RedisInstance): void =>
  writeFileSync(instanceFilePath(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 });

/** Of a process that has ended, and of no other: who finds no note starts a Redis. */
export const removeInstanceFile = (dataDir: string, pid: number): void => {
  if (readInstanceFile(dataDir)?.pid === pid) rmSync(instanceFilePath(dataDir), { force: true });
};
