/** How often a client may ask for tokens (AUTH069). */
import { fail } from '../errors.js';
import type { ApiClientRecord } from '../registry/registry.js';
import type { RedisClient } from '../store/connect.js';
import { keys } from '../store/keys.js';
import { loadScript } from '../store/scripts.js';

/** Seconds' worth of requests that may come at once. */
const burstSeconds = 10;

/** Throws a 429 with Retry-After for a request too many. */
export type Throttle = (client: ApiClientRecord) => Promise<void>;

interface WithScript { takeTurn(keyCount: number, key: string, perSecond: number, burst: number): Promise<number> }

export const createThrottle = (client: RedisClient, perSecond: number): Throttle => {
  if (perSecond === 0) return async () => undefined;
  client.defineCommand('takeTurn', { lua: loadScript('rate') });
  const redis = client as RedisClient & WithScript;
  return async ({ id, projectKey }) => {
    const waitMs = await redis.takeTurn(1, keys.tokenRate(projectKey, id), perSecond, perSecond * burstSeconds);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    const message = `The client asks for more than ${perSecond} tokens a second. Try again in ${seconds} s, and use each token until it expires.`;
    throw fail('too_many_requests', { message }, 429, [['Retry-After', String(seconds)]]);
  };
};
