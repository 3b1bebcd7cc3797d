import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';
import { findSlotNode } from './clusterNodes.js';
import { type RefusalReason, refusalReasonOf } from './redisErrors.js';

/** Keys that are tried for one in the slots of each master. */
const keysMax = 1_000;

/** One key for each master. */
const probeKeys = (redis: RedisClient, keyOf: (number: number) => string): string[] => {
  const missing = new Set(masterNodes(redis));
  const keys: string[] = [];
  for (let number = 0; missing.size > 0 && number < keysMax; number++) {
    const key = keyOf(number);
    const node = findSlotNode(redis, key)?.node;
    if (node !== undefined && missing.delete(node)) keys.push(key);
  }
  return keys;
};

/**
 * Redis checks this command as a write that needs memory. It changes nothing: the key does not exist, the text is
 * empty.
 */
const probe = async (redis: RedisClient, key: string): Promise<RefusalReason | undefined> => {
  try {
    await redis.setrange(key, 0, '');
    return undefined;
  } catch (error) {
    const reason = refusalReasonOf(error);
    if (reason === undefined) throw error;
    return reason;
  }
};

/**
 * Resolves to the reason why masters refuse writes; rejects where that is unknown. `keyOf` makes names of keys that do
 * not exist.
 */
export const probeWrites = async (
  redis: RedisClient,
  keyOf: (number: number) => string,
): Promise<readonly RefusalReason[]> => {
  const reasons = await Promise.all(probeKeys(redis, keyOf).map(key => probe(redis, key)));
  return reasons.filter(reason => reason !== undefined);
};
