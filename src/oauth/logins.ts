/** Who signs in with which password: looked up by email, apart from the customers themselves. */
import { pack, unpack } from 'msgpackr';
import { again } from '../store/again.js';
import type { RedisClient } from '../store/connect.js';
import { keys } from '../store/keys.js';
import { loadScript } from '../store/scripts.js';

export interface Login { readonly customerId: string; readonly passwordHash: string }

/** What was found, and when by Redis' clock: what ends the customer's sessions from then on ends those that begin with it. */
export interface FoundLogin { readonly login?: Login; readonly atMs: number }

export interface Logins {
  /** Global customers without `storeKey`, those of a store with it; letter case does not make another email. */
  find(projectKey: string, storeKey: string | undefined, email: string): Promise<FoundLogin>;
  save(projectKey: string, storeKey: string | undefined, email: string, login: Login): Promise<void>;
}

/** The longest address there is (RFC 5321), and what a store's key looks like; nothing else is anybody's login. */
const emailLengthMax = 320;
const storeKeyPattern = /^[A-Za-z0-9_-]{2,256}$/;

/** The one form of an email that logins are kept under. */
export const normalised = (email: string): string => email.trim().toLowerCase();

const keyOf = (projectKey: string, storeKey: string | undefined, email: string): string | undefined => {
  const name = normalised(email);
  const isPossible = name.length <= emailLengthMax && (storeKey === undefined || storeKeyPattern.test(storeKey));
  return isPossible ? keys.login(projectKey, storeKey ?? '', name) : undefined;
};

interface WithScript { readLoginBuffer(keyCount: number, key: string): Promise<[Buffer | null, Buffer]> }

export const createLogins = (client: RedisClient): Logins => {
  client.defineCommand('readLogin', { lua: loadScript('login') });
  const redis = client as RedisClient & WithScript;
  return {
    find: async (projectKey, storeKey, email) => {
      // One that cannot be costs a look-up like any other.
      const key = keyOf(projectKey, storeKey, email) ?? keys.login(projectKey, '', '');
      const [stored, atMs] = await again(() => redis.readLoginBuffer(1, key));
      return { login: stored === null ? undefined : (unpack(stored) as Login), atMs: Number(atMs.toString()) };
    },
    save: async (projectKey, storeKey, email, login) => {
      const key = keyOf(projectKey, storeKey, email);
      if (key === undefined) throw new Error('the email is too long, or the store key malformed');
      await redis.set(key, pack(login));
    },
  };
};
