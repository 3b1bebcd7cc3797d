import { setTimeout } from 'node:timers/promises';
import type { RedisClient } from '../../src/base/redis/connect.js';

const pauseMsMax = 250;

/**
 * Resolves when `holds` is true; throws if it is not within `timeoutMs`. The time is long, so that a busy machine does
 * not use it up. The pauses between checks grow to a tenth of the time that has passed, because frequent checks take a
 * large part of the processor time of all tests. A check that takes much processor time needs a longer first pause,
 * `pollMs`.
 */
export const waitUntil = async (
  holds: () => Promise<boolean> | boolean,
  timeoutMs = 120_000,
  pollMs = 10,
): Promise<void> => {
  const startMs = performance.now();
  while (!(await holds())) {
    const passedMs = performance.now() - startMs;
    if (passedMs > timeoutMs) throw new Error(`did not come true within ${timeoutMs} ms: ${holds.toString()}`);
    await setTimeout(Math.max(pollMs, Math.min(passedMs / 10, pauseMsMax)));
  }
};

/** Waits until a client has reconnected to a restarted Redis; until then it refuses commands. */
export const waitUntilAnswered = (redis: RedisClient, timeoutMs?: number): Promise<void> =>
  waitUntil(
    () =>
      redis.exists('any').then(
        () => true,
        () => false,
      ),
    timeoutMs,
  );
