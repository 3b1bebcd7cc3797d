import { endProcess } from './endProcess.js';
import { type RedisInstance, readInstanceFile, removeInstanceFile, writeInstanceFile } from './instanceFile.js';
import { isProcessAlive } from './isProcessAlive.js';
import { startWatcher } from './startWatcher.js';

const stopTimeoutMs = 10_000;

/** A Redis process that this server started or adopted. */
export class EmbeddedRedis {
  readonly #dataDir: string;
  readonly #instance: RedisInstance;

  private constructor(dataDir: string, instance: RedisInstance) {
    this.#dataDir = dataDir;
    this.#instance = instance;
  }

  /** Makes this process the owner of a Redis with a watcher, and records that in the instance file. */
  static own(
    dataDir: string,
    { url, pid, watcherPid }: Omit<RedisInstance, 'ownerPid'>,
    orphanMs?: number,
  ): EmbeddedRedis {
    const isWatched = watcherPid !== undefined && isProcessAlive(watcherPid);
    const instance = {
      url,
      pid,
      ownerPid: process.pid,
      watcherPid: isWatched ? watcherPid : startWatcher(dataDir, pid, orphanMs),
    };
    writeInstanceFile(dataDir, instance);
    return new EmbeddedRedis(dataDir, instance);
  }

  get url(): string {
    return this.#instance.url;
  }

  /** Tells whether the process runs, with or without an answer. */
  readonly isRunning = (): boolean => isProcessAlive(this.#instance.pid);

  /**
   * Stops the Redis that this process owns now. One that does not end in time is left running, and the next start
   * adopts it.
   */
  readonly stop = async (timeoutMs = stopTimeoutMs): Promise<void> => {
    const recorded = readInstanceFile(this.#dataDir);
    // After a restart another process than the first one belongs to this server.
    const { pid } = recorded?.ownerPid === process.pid ? recorded : this.#instance;
    if (await endProcess(pid, 'SIGTERM', timeoutMs)) removeInstanceFile(this.#dataDir, pid);
  };
}
