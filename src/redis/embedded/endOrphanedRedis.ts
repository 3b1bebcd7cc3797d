/** Ends an embedded Redis whose server was killed, unless another start adopts it in time. */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { EmbeddedRedisError } from './EmbeddedRedisError.js';
import { endProcess } from './endProcess.js';
import { readInstanceFile, removeInstanceFile } from './instanceFile.js';
import { isProcessAlive } from './isProcessAlive.js';
import { withStartLock } from './withStartLock.js';

const checkMs = 1_000;
const endTimeoutMs = 30_000;

const startTimeoutError = (file: string): EmbeddedRedisError =>
  new EmbeddedRedisError(`The lock ${file} is neither released nor renewed.`);

/** Tells whether a server owns the Redis. Without an instance file the last known owner counts. */
const createOwnerCheck = (dataDir: string, redisPid: number): (() => boolean) => {
  let ownerPid: number | undefined;
  return () => {
    const instance = readInstanceFile(dataDir);
    if (instance?.pid === redisPid) ownerPid = instance.ownerPid;
    return ownerPid !== undefined && isProcessAlive(ownerPid);
  };
};

/** Resolves when the Redis has ended, by itself or because no server owned it for `orphanMs`. */
export const endOrphanedRedis = async (dataDir: string, redisPid: number, orphanMs: number): Promise<void> => {
  const isOwned = createOwnerCheck(dataDir, redisPid);
  const end = async (): Promise<void> => {
    if (isOwned()) return;
    // Redis writes the rest of its file when it gets this signal.
    if (await endProcess(redisPid, 'SIGTERM', endTimeoutMs)) removeInstanceFile(dataDir, redisPid);
  };
  let ownedMs = performance.now();
  while (isProcessAlive(redisPid)) {
    if (isOwned()) ownedMs = performance.now();
    else if (performance.now() - ownedMs >= orphanMs) {
      // A start that holds the lock may be adopting this Redis. Without the folder no start can.
      const ending = existsSync(dataDir) ? withStartLock(dataDir, { timeoutError: startTimeoutError }, end) : end();
      await ending.catch(() => undefined);
    }
    await setTimeout(Math.min(checkMs, orphanMs));
  }
};
