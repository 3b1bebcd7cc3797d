/** Who signs in with which password: the customer who holds the email in its place, and the hash kept beside him. */
import type { Credentials } from './password.js';
import { loginEmailKey } from './email.js';
import { retryOnce } from '../../redis/retryOnce.js';
import type { RedisClient } from '../../redis/connect.js';
import { keys } from '../../store/keys.js';
import { loadScript } from '../../redis/loadScript.js';
import type { Store } from '../../store/store.js';

export interface Login {
  readonly customerId: string;
  readonly passwordHash: string;
}

/** What was found, and when by Redis' clock: what ends the customer's sessions from then on ends those that begin with it. */
export interface FoundLogin {
  readonly login?: Login;
  readonly atMs: number;
}

export interface Logins {
  /** Global customers without `storeKey`, those of a store with it; letter case does not make another email. */
  find(projectKey: string, storeKey: string | undefined, email: string): Promise<FoundLogin>;
  /** What is kept of a customer's password; undefined for a customer who is not there, or has none. */
  passwordHashOf(projectKey: string, customerId: string): Promise<string | undefined>;
}

interface WithScript {
  readLogin(keyCount: number, key: string): Promise<[string | null, string]>;
}

export const createLogins = (client: RedisClient, store: Store): Logins => {
  client.defineCommand('readLogin', { lua: loadScript('login') });
  const redis = client as RedisClient & WithScript;

  const passwordHashOf = async (projectKey: string, customerId: string): Promise<string | undefined> => {
    const hidden = await store.hidden(projectKey, 'customer', customerId);
    return hidden === null ? undefined : (JSON.parse(hidden.toString()) as Credentials).passwordHash;
  };

  return {
    passwordHashOf,
    find: async (projectKey, storeKey, email) => {
      // One that cannot be costs a look-up like any other.
      const key = keys.unique(projectKey, 'customer', 'email', loginEmailKey(storeKey, email) ?? '');
      const [customerId, at] = await retryOnce(() => redis.readLogin(1, key));
      const atMs = Number(at);
      // Read after the time: a hash that was changed in between ends, with its sessions, later than `atMs`.
      const passwordHash = await passwordHashOf(projectKey, customerId ?? '');
      return {
        login: customerId === null || passwordHash === undefined ? undefined : { customerId, passwordHash },
        atMs,
      };
    },
  };
};
