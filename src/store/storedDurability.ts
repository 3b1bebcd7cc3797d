/**
 * The setting DURABILITY of the servers, in Redis: a command line without it in its environment waits for the same
 * replicas. Otherwise the keys of a project that it creates could be lost in a failover, although it succeeded.
 */
import type { RedisClient } from '../redis/connect.js';
import { retryOnce } from '../redis/retryOnce.js';
import { keys } from './keys.js';
import type { DurabilityOptions } from './ReplicatedCommitRunner.js';

export const writeStoredDurability = async (
  redis: RedisClient,
  { durability, durabilityReplicas, durabilityWaitMs }: DurabilityOptions,
): Promise<void> => {
  await retryOnce(() => redis.hset(keys.durability, { durability, durabilityReplicas, durabilityWaitMs }));
};

/** Undefined where no server has started yet. */
export const readStoredDurability = async (redis: RedisClient): Promise<DurabilityOptions | undefined> => {
  const stored = await retryOnce(() => redis.hgetall(keys.durability));
  if (stored.durability === undefined) return undefined;
  return {
    durability: stored.durability as DurabilityOptions['durability'],
    durabilityReplicas: Number(stored.durabilityReplicas),
    durabilityWaitMs: Number(stored.durabilityWaitMs),
  };
};
