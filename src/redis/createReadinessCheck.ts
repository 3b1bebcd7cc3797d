import { withTimeout } from '../lifecycle/withTimeout.js';
import type { RedisClient } from './connect.js';

const pingTimeoutMs = 1_000;

/** Creates a check that returns why Redis is not ready; undefined when it is. */
export const createReadinessCheck = (redis: RedisClient) => async (): Promise<string | undefined> => {
  try {
    await withTimeout(redis.ping(), pingTimeoutMs);
    return undefined;
  } catch (error) {
    return `Redis does not answer: ${(error as Error).message}.`;
  }
};
