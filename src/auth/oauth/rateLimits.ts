/** Limits how often a client requests tokens (AUTH069), and how often the password of one login is guessed. */
import { hashSecret } from '../../base/credentials/secrets.js';
import { fail } from '../../base/errors/ApiError.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { defineScript } from '../../base/redis/Script.js';
import type { ApiClientRecord } from '../clients/ApiClientRegistry.js';
import { normalizeEmail } from '../../commerce/resources/customer/email.js';
import type { PasswordGuesses } from '../../commerce/resources/customer/logins.js';
import { keys } from '../../store/keys.js';

/** A client may use the requests of this many seconds at once. */
const burstSeconds = 10;

/**
 * Wrong passwords of one login that are accepted at once; after them one in five seconds. Correct ones do not count.
 */
const customerGuesses: RateLimit = { perSecond: 0.2, burst: 20 };
/** The same for accounts of the administration console: five at once, then one in half a minute. */
const accountGuesses: RateLimit = { perSecond: 1 / 30, burst: 5 };

interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes one request from a limit, or gives it back. */
type RequestCount = 1 | -1;

/** Resolves to the milliseconds that the request must wait; 0 if it is within the limit. */
type TakeRequest = (key: string, limit: RateLimit, count: RequestCount) => Promise<number>;

interface RateScript {
  applyRateLimit(keyCount: number, key: string, perSecond: number, burst: number, count: RequestCount): Promise<number>;
}

const defineTakeRequest = (client: RedisClient): TakeRequest => {
  defineScript(client, 'applyRateLimit');
  const redis = client as RedisClient & RateScript;
  return (key, { perSecond, burst }, count) => redis.applyRateLimit(1, key, perSecond, burst, count);
};

const tooManyRequests = (waitMs: number, reason: string) => {
  const seconds = Math.ceil(waitMs / 1000);
  return fail('too_many_requests', { message: `${reason} Try again in ${seconds} s.` }, 429, [
    ['Retry-After', String(seconds)],
  ]);
};

const createPasswordGuesses = (takeRequest: TakeRequest, limit: RateLimit): PasswordGuesses => ({
  compare: async (projectKey, storeKey, email, isRight) => {
    const key = keys.rate(projectKey, `login:${hashSecret(`${storeKey ?? ''} ${normalizeEmail(email)}`)}`);
    const waitMs = await takeRequest(key, limit, 1);
    if (waitMs > 0) throw tooManyRequests(waitMs, 'Too many wrong passwords for this account.');
    let isWrong = false;
    try {
      const right = await isRight();
      isWrong = !right;
      return right;
    } finally {
      if (!isWrong) await takeRequest(key, limit, -1);
    }
  },
});

export interface RateLimits {
  /** Counts a token request of a client; throws a 429 with Retry-After when the client exceeds its rate. */
  throttleClient(client: ApiClientRecord): Promise<void>;
  readonly passwordGuesses: PasswordGuesses;
  /** Bounds the password guesses for accounts of the administration console. */
  readonly accountGuesses: PasswordGuesses;
}

/** Creates the limits; clients are not limited where `perSecond` is 0. */
export const createRateLimits = (client: RedisClient, perSecond: number): RateLimits => {
  const takeRequest = defineTakeRequest(client);
  return {
    throttleClient: async ({ id, projectKey }) => {
      if (perSecond === 0) return;
      const limit = { perSecond, burst: perSecond * burstSeconds };
      const waitMs = await takeRequest(keys.rate(projectKey, `client:${id}`), limit, 1);
      if (waitMs > 0)
        throw tooManyRequests(
          waitMs,
          `The client asks for more than ${perSecond} tokens a second; use each until it expires.`,
        );
    },
    passwordGuesses: createPasswordGuesses(takeRequest, customerGuesses),
    accountGuesses: createPasswordGuesses(takeRequest, accountGuesses),
  };
};
