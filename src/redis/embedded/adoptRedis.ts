import { readFileSync } from 'node:fs';
import { EmbeddedRedis } from './EmbeddedRedis.js';
import { EmbeddedRedisError } from './EmbeddedRedisError.js';
import { endProcess } from './endProcess.js';
import { readInstanceFile, removeInstanceFile } from './instanceFile.js';
import { isProcessAlive } from './isProcessAlive.js';
import { type WaitOptions, waitForRedis } from './waitForRedis.js';

/** After a reboot another program may have the recorded process id. */
const isRedisServer = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('redis-server');
  } catch {
    return false;
  }
};

/** How long a start that is stopped waits for the end of the Redis that it was about to adopt. */
const endTimeoutMs = 5_000;

export interface AdoptOptions extends WaitOptions {
  /** How long Redis runs without a server. */
  readonly orphanMs?: number;
}

/**
 * Takes over the Redis that a crashed server left running, and waits for it while it loads its file or is suspended.
 * Refuses a Redis that a running server uses. Resolves to undefined where no Redis runs. A wait that is aborted ends
 * Redis, as the stop of its server would.
 */
export const adoptRedis = async (dataDir: string, options: AdoptOptions): Promise<EmbeddedRedis | undefined> => {
  const instance = readInstanceFile(dataDir);
  if (instance === undefined) return undefined;
  const { url, pid, ownerPid } = instance;
  const isRunning = (): boolean => isProcessAlive(pid) && isRedisServer(pid);
  const isOwnedByAnother = (): boolean => ownerPid !== process.pid && isProcessAlive(ownerPid);
  const outcome = await waitForRedis(url, isRunning, options).catch(async (error: unknown) => {
    if (isRunning() && !isOwnedByAnother() && (await endProcess(pid, 'SIGTERM', endTimeoutMs)))
      removeInstanceFile(dataDir, pid);
    throw error;
  });
  if (outcome === 'ended') return undefined;
  // A second Redis on the same file would destroy it.
  if (outcome === 'unresponsive')
    throw new EmbeddedRedisError(
      `The Redis of DATA_DIR '${dataDir}' runs with process id ${pid} and does not answer; wait until it does, or end it.`,
    );
  if (isOwnedByAnother())
    throw new EmbeddedRedisError(
      `DATA_DIR is '${dataDir}', which the running server with process id ${ownerPid} uses; stop that one, or set another DATA_DIR.`,
    );
  return EmbeddedRedis.own(dataDir, instance, options.orphanMs);
};
