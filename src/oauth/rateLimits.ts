/** How often a client may ask for tokens (AUTH069), and how often a password may be guessed. */
import { fail } from '../errors/ApiError.js';
import type { ApiClientRecord } from '../registry/ApiClientRegistry.js';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { loadScript } from '../redis/loadScript.js';
import { normalizeEmail } from '../resources/customer/email.js';
import type { PasswordGuesses } from '../resources/customer/passwordGuesses.js';
import { hashSecret } from '../credentials/secrets.js';

/** Seconds' worth of requests that may come at once. */
const burstSeconds = 10;

/** Wrong passwords of one login: so many at once, then one in five seconds. Right ones do not count. */
const guessesAtOnce = 20;
const guessesPerSecond = 0.2;

export interface Rates {
  /** Counts a token request of a client; throws a 429 with Retry-After for one too many. */
  throttleClient(client: ApiClientRecord): Promise<void>;
  readonly passwordGuesses: PasswordGuesses;
}

/** One is taken, or given back. */
type Turns = 1 | -1;

interface WithScript {
  takeTurn(keyCount: number, key: string, perSecond: number, atOnce: number, turns: Turns): Promise<number>;
}

const tooMany = (waitMs: number, what: string) => {
  const seconds = Math.ceil(waitMs / 1000);
  return fail('too_many_requests', { message: `${what} Try again in ${seconds} s.` }, 429, [
    ['Retry-After', String(seconds)],
  ]);
};

export const createRates = (client: RedisClient, perSecond: number): Rates => {
  client.defineCommand('takeTurn', { lua: loadScript('rate') });
  const redis = client as RedisClient & WithScript;
  const guess = (projectKey: string, storeKey: string | undefined, email: string, turns: Turns): Promise<number> =>
    redis.takeTurn(
      1,
      keys.rate(projectKey, `login:${hashSecret(`${storeKey ?? ''} ${normalizeEmail(email)}`)}`),
      guessesPerSecond,
      guessesAtOnce,
      turns,
    );
  return {
    throttleClient: async ({ id, projectKey }) => {
      if (perSecond === 0) return;
      const waitMs = await redis.takeTurn(
        1,
        keys.rate(projectKey, `client:${id}`),
        perSecond,
        perSecond * burstSeconds,
        1,
      );
      if (waitMs > 0)
        throw tooMany(waitMs, `The client asks for more than ${perSecond} tokens a second; use each until it expires.`);
    },
    passwordGuesses: {
      compare: async (projectKey, storeKey, email, isRight) => {
        const waitMs = await guess(projectKey, storeKey, email, 1);
        if (waitMs > 0) throw tooMany(waitMs, 'Too many wrong passwords for this account.');
        let isWrong = false;
        try {
          const right = await isRight();
          isWrong = !right;
          return right;
        } finally {
          if (!isWrong) await guess(projectKey, storeKey, email, -1);
        }
      },
    },
  };
};
