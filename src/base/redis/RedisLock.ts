import { randomUUID } from 'node:crypto';
import type { RedisClient } from './connect.js';
import { defineScript } from './Script.js';

interface LockScript {
  holdLock(keyCount: number, key: string, owner: string, keptMs: number, mayTake: 0 | 1): Promise<0 | 1>;
}

/** A lock in Redis that one owner has at a time. It ends by itself if its owner hangs. */
export class RedisLock {
  readonly #redis: RedisClient & LockScript;

  /** Only its `owner` may extend and release it. */
  constructor(
    redis: RedisClient,
    private readonly key: string,
    private readonly ms: number,
    private readonly owner: string = randomUUID(),
  ) {
    if (!('holdLock' in redis)) defineScript(redis, 'holdLock');
    this.#redis = redis as RedisClient & LockScript;
  }

  /** Takes the lock, or extends it where the owner has it; false while another one has it. */
  take(): Promise<boolean> {
    return this.#hold(this.ms, 1);
  }

  /** Resolves to false if the owner hung for so long that it lost the lock. */
  extend(): Promise<boolean> {
    return this.#hold(this.ms, 0);
  }

  async release(): Promise<void> {
    await this.#hold(0, 0);
  }

  async #hold(keptMs: number, mayTake: 0 | 1): Promise<boolean> {
    return (await this.#redis.holdLock(1, this.key, this.owner, keptMs, mayTake)) === 1;
  }
}
