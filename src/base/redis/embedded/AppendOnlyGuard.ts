import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { withTemporaryConnection } from '../withTemporaryConnection.js';
import { isFolderWhole } from './appendOnlyFiles.js';
import type { FsyncPolicy } from './launchRedis.js';

const checkMs = 1_000;
const answerMsMax = 1_000;
/** A clock is set by steps; a thread that waits for its turn reads it too early or too late. */
const stepMs = 500;
/** It is written and deleted. */
const syncKey = 'quayside:sync';

export interface AppendOnlyGuardOptions {
  readonly url: string;
  readonly dataDir: string;
  readonly fsync: FsyncPolicy;
  readonly log: Logger;
}

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
  #rewrites = -1;
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
      await setTimeout(checkMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // Redis is away: its supervisor, and the monitor of Redis, say so.
      await withTemporaryConnection(this.#options.url, answerMsMax, redis => this.#check(redis)).catch(() => undefined);
    }
  }

  async #check(redis: Redis): Promise<void> {
    const info = new Map(
      (await redis.info('persistence')).split('\r\n').map(line => line.split(':') as [string, string]),
    );
    this.#noteFailures(info);
    await this.#checkClock(redis);
    if (!this.#mustRewrite || info.get('aof_rewrite_in_progress') === '1' || this.#hadWriteError) return;
    const rewrites = Number(info.get('aof_rewrites'));
    // The count rises when the new files are complete.
    if (this.#rewrites >= 0 && rewrites > this.#rewrites && info.get('aof_last_bgrewrite_status') === 'ok') {
      this.#mustRewrite = false;
      this.#rewrites = -1;
      this.#options.log.warn('the append-only files of the embedded Redis have been written anew');
      return;
    }
    this.#rewrites = rewrites;
    await redis.bgrewriteaof();
  }

  #noteFailures(info: ReadonlyMap<string, string>): void {
    const { dataDir, log } = this.#options;
    const hasWriteError = info.get('aof_last_write_status') === 'err';
    if (this.#hadWriteError && !hasWriteError) {
      log.warn('the embedded Redis can write its append-only file again, which is written anew');
      this.#mustRewrite = true;
    }
    this.#hadWriteError = hasWriteError;
    if (this.#mustRewrite || info.get('aof_rewrite_in_progress') === '1' || isFolderWhole(dataDir)) return;
    log.error({ dataDir }, 'the append-only files of the embedded Redis have vanished, and are written anew');
    this.#mustRewrite = true;
  }

  async #checkClock(redis: Redis): Promise<void> {
    const [seconds, microseconds] = await redis.time();
    const clockMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - performance.now();
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
