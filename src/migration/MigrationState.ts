import type { RedisClient } from '../redis/connect.js';
import { defineScript } from '../redis/defineScript.js';
import { keys } from '../store/keys.js';
import type { FormatStep } from './FormatStep.js';

/** A run that was killed keeps the lock for this long. */
export const lockMs = 10_000;

/** No step gives this cursor. */
const finished = '';

const fieldOf = ({ to, title }: FormatStep, projectKey: string): string => `${to}:${title}:${projectKey}`;

interface LockScript {
  extendLock(keyCount: number, key: string, holder: string, keptMs: number): Promise<0 | 1>;
}

/** How far the migration is, in Redis, so that the next run goes on where one ended. */
export class MigrationState {
  /** `owner` tells the runs apart. */
  constructor(
    private readonly redis: RedisClient,
    private readonly owner: string,
  ) {
    defineScript(redis, 'extendLock');
  }

  /** Takes the lock of the migration; false while another run has it. */
  async lock(): Promise<boolean> {
    return (await this.redis.set(keys.migrationLock, this.owner, 'PX', lockMs, 'NX')) !== null;
  }

  /** Resolves to false where this run stood still for so long that it lost the lock. */
  renewLock(): Promise<boolean> {
    return this.#extendLock(lockMs);
  }

  async unlock(): Promise<void> {
    await this.#extendLock(0);
  }

  /** The cursor of a project in a step; undefined before its first part. */
  async cursor(step: FormatStep, projectKey: string): Promise<string | undefined> {
    return (await this.redis.hget(keys.migration, fieldOf(step, projectKey))) ?? undefined;
  }

  async saveCursor(step: FormatStep, projectKey: string, cursor: string): Promise<void> {
    await this.redis.hset(keys.migration, fieldOf(step, projectKey), cursor);
  }

  saveFinished(step: FormatStep, projectKey: string): Promise<void> {
    return this.saveCursor(step, projectKey, finished);
  }

  isFinished(cursor: string | undefined): boolean {
    return cursor === finished;
  }

  /** Deletes the cursors; called after the last step. */
  async delete(): Promise<void> {
    await this.redis.del(keys.migration);
  }

  async #extendLock(keptMs: number): Promise<boolean> {
    const redis = this.redis as RedisClient & LockScript;
    return (await redis.extendLock(1, keys.migrationLock, this.owner, keptMs)) === 1;
  }
}
