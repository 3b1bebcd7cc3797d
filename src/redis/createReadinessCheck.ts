import { withTimeout } from '../lifecycle/withTimeout.js';
import type { RedisClient } from './connect.js';
import { refusalReasonOf } from './writeRefusals.js';

const pingTimeoutMs = 1_000;

/** Creates a check that returns why Redis is not ready; undefined when it is. */
export const createReadinessCheck = (redis: RedisClient) => async (): Promise<string | undefined> => {
  try {
    await withTimeout(redis.ping(), pingTimeoutMs);
    return undefined;
  } catch (error) {
    // With MISCONF Redis refuses this command too, and answers reads.
    if (refusalReasonOf(error) !== undefined) return undefined;
    return `Redis does not answer: ${(error as Error).message}.`;
  }
};
