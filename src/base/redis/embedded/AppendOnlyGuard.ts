import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { fieldOf } from '../serverChecks.js';
import { millisecondsOf } from '../sendToKeyNode.js';
import { withTemporaryConnection } from '../withTemporaryConnection.js';
import { areFilesWhole } from './appendOnlyFiles.js';
import type { FsyncPolicy } from './redisProcess.js';

const checkMs = 1_000;
/** Time between two checks while changes are refused. */
const soonMs = 200;
const answerMsMax = 1_000;
/** A clock is set by steps; a thread that waits for its turn reads it too early or too late. */
const stepMs = 500;
/** The key is written and deleted, which forces the file to the disk. */
const syncKey = 'quayside:sync';

export interface AppendOnlyGuardOptions {
  readonly url: string;
  readonly dataDir: string;
  readonly fsync: FsyncPolicy;
  readonly log: Logger;
}

const isRewriting = (info: string): boolean =>
  ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'].some(name => fieldOf(info, name) === '1');

/**
 * Does what Redis itself does not do for its append-only files. It has them written anew where they vanished while it
 * runs, and after a write that failed, which may have left a hole (appendOnlyFiles.ts). It has them forced to the disk
 * again after the clock went back: `everysec` waits until the clock has reached the last time.
 */
export class AppendOnlyGuard {
  readonly #options: AppendOnlyGuardOptions;
  readonly #stopping = new AbortController();
  #hadWriteError = false;
  #mustRewrite = false;
  #isRefusing = false;
  /** True if the rewrite has begun since it became necessary. */
  #isRequested = false;
  #clockMs = Number.NaN;
  readonly #running: Promise<void>;

  constructor(options: AppendOnlyGuardOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      const pauseMs = this.#hadWriteError || this.#mustRewrite ? soonMs : checkMs;
      await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // Redis is away: its supervisor, and the monitor of Redis, say so.
      await withTemporaryConnection(this.#options.url, answerMsMax, redis => this.#check(redis)).catch(() => undefined);
    }
  }

  async #check(redis: Redis): Promise<void> {
    const info = await redis.info('persistence');
    this.#noteFailures(info);
    if (this.#hadWriteError) await this.#refuseWrites(redis, true);
    await this.#checkClock(redis);
    if (!this.#mustRewrite || this.#hadWriteError || isRewriting(info)) return;
    if (this.#isRequested && fieldOf(info, 'aof_last_bgrewrite_status') === 'ok') {
      [this.#mustRewrite, this.#isRequested] = [false, false];
      await this.#refuseWrites(redis, false);
      this.#options.log.warn('the append-only files of the embedded Redis have been written anew');
      return;
    }
    await redis.bgrewriteaof();
    this.#isRequested = true;
  }

  /** A change must not be acknowledged into a file with a hole: the next short write would cut it off. */
  async #refuseWrites(redis: Redis, isRefusing: boolean): Promise<void> {
    if (this.#isRefusing === isRefusing) return;
    await redis.config('SET', 'min-replicas-to-write', isRefusing ? '1' : '0');
    this.#isRefusing = isRefusing;
    if (isRefusing) this.#options.log.error('changes are refused until the append-only files have been written anew');
  }

  #noteFailures(info: string): void {
    const { dataDir, log } = this.#options;
    const hasWriteError = fieldOf(info, 'aof_last_write_status') === 'err';
    if (this.#hadWriteError && !hasWriteError) {
      log.warn('the embedded Redis can write its append-only file again, which is written anew');
      [this.#mustRewrite, this.#isRequested] = [true, false];
    }
    this.#hadWriteError = hasWriteError;
    if (this.#mustRewrite || isRewriting(info) || areFilesWhole(dataDir)) return;
    log.error({ dataDir }, 'the append-only files of the embedded Redis have vanished, and are written anew');
    this.#mustRewrite = true;
  }

  async #checkClock(redis: Redis): Promise<void> {
    const clockMs = millisecondsOf(await redis.time()) - performance.now();
    const isBack = clockMs < this.#clockMs - stepMs;
    this.#clockMs = clockMs;
    const { fsync, log } = this.#options;
    // With `always` Redis would end where it cannot write.
    if (!isBack || fsync === 'always' || this.#hadWriteError) return;
    log.warn('the clock went back: the append-only file is forced to the disk');
    // With `always` a write notes the time of its sync, which `everysec` waits for.
    await redis.config('SET', 'appendfsync', 'always');
    try {
      await redis.set(syncKey, '');
      await redis.del(syncKey);
    } finally {
      await redis.config('SET', 'appendfsync', fsync);
    }
  }
}
