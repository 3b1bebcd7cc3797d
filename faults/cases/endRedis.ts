/** Ends the embedded Redis; the server starts it again. */
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { waitUntil } from '../../test/support/waitUntil.js';
import type { Fault } from '../Fault.js';
import type { Ledger } from '../Ledger.js';

const pollMs = 1;

/**
 * Resolves when Redis is not syncing its file. During a sync it delays writes that it acknowledged, and a SIGKILL loses
 * them: `everysec` does not promise them (docs/decisions/durability.md).
 */
export const fileIsSynced = async (redis: Redis): Promise<void> => {
  while ((await redis.info('persistence')).includes('aof_pending_bio_fsync:1')) await setTimeout(pollMs);
};

/** Resolves when a change is acknowledged, that is, when Redis accepts writes again. */
export const waitForWrites = async (ledger: Ledger): Promise<void> => {
  const before = ledger.acknowledged;
  await waitUntil(() => ledger.acknowledged > before);
};

const ending = (name: string, description: string, signal: NodeJS.Signals): Fault => ({
  name,
  description,
  inject: async world => {
    const pid = world.redisPid();
    await world.redis(async redis => {
      if (signal === 'SIGKILL') await fileIsSynced(redis);
      process.kill(pid, signal);
    });
    await world.redisIsBack(pid);
  },
});

export const killRedis = ending('kill-redis', 'SIGKILL to the embedded Redis, with its append-only file', 'SIGKILL');
export const restartRedis = ending('restart-redis', 'SIGTERM to the embedded Redis', 'SIGTERM');
