/** Who signs in with which password: looked up by email, apart from the customers themselves. */
import { pack, unpack } from 'msgpackr';
import { again } from '../store/again.js';
import type { RedisClient } from '../store/connect.js';
import { keys } from '../store/keys.js';

export interface Login { readonly customerId: string; readonly passwordHash: string }

export interface Logins {
  /** Global customers without `storeKey`, those of a store with it; letter case does not make another email. */
  find(projectKey: string, storeKey: string | undefined, email: string): Promise<Login | undefined>;
  save(projectKey: string, storeKey: string | undefined, email: string, login: Login): Promise<void>;
}

const emailLengthMax = 320;

const keyOf = (projectKey: string, storeKey: string | undefined, email: string): string =>
  keys.login(projectKey, storeKey ?? '', email.trim().toLowerCase().slice(0, emailLengthMax));

export const createLogins = (redis: RedisClient): Logins => ({
  find: async (projectKey, storeKey, email) => {
    const stored = await again(() => redis.getBuffer(keyOf(projectKey, storeKey, email)));
    return stored === null ? undefined : (unpack(stored) as Login);
  },
  save: async (projectKey, storeKey, email, login) => { await redis.set(keyOf(projectKey, storeKey, email), pack(login)); },
});
