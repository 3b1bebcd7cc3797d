import { withTimeout } from '../lifecycle/withTimeout.js';
import type { RedisClient } from './connect.js';

const pingMs = 1_000;

/** Says why Redis does not answer; undefined when it does. */
export const createReadinessCheck = (redis: RedisClient) => async (): Promise<string | undefined> => {
  try {
    await withTimeout(redis.ping(), pingMs);
    return undefined;
  } catch (error) {
    return `Redis does not answer: ${(error as Error).message}.`;
  }
};
