import type { RedisClient } from '../../base/redis/connect.js';
import { RedisLock } from '../../base/redis/RedisLock.js';
import { keys } from '../../store/keys.js';
import type { FormatStep } from './formatSteps.js';

/** A run that was killed keeps the lock for this long. */
export const lockMs = 10_000;

/** Marks a finished step; no step has this cursor. */
const finished = '';

const fieldOf = ({ to, title }: FormatStep, projectKey: string): string => `${to}:${title}:${projectKey}`;

/** Keeps the progress of the migration in Redis, so that the next run goes on where one ended. */
export class MigrationState {
  readonly lock: RedisLock;

  constructor(private readonly redis: RedisClient) {
    this.lock = new RedisLock(redis, keys.migrationLock, lockMs);
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
}
