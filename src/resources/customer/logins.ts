/** Reads logins: the customer that owns an email, globally or in a store, with the hash of the password. */
import type { StoredCredentials } from './password.js';
import { loginEmailKey } from './email.js';
import { retryOnce } from '../../redis/retryOnce.js';
import type { RedisClient } from '../../redis/connect.js';
import { keys } from '../../store/keys.js';
import { defineScript } from '../../redis/defineScript.js';
import type { Store } from '../../store/Store.js';

interface Login {
  readonly customerId: string;
  readonly passwordHash: string;
}

/**
 * A login with the time of the look-up by Redis' clock: a later revocation also revokes tokens issued for this login.
 */
interface FoundLogin {
  readonly login?: Login;
  readonly atMs: number;
}

export interface Logins {
  /** Finds a global customer without `storeKey`, a customer of the store with it; letter case does not matter. */
  find(projectKey: string, storeKey: string | undefined, email: string): Promise<FoundLogin>;
  /** Reads a customer's password hash; undefined for an unknown customer and for one without a password. */
  passwordHashOf(projectKey: string, customerId: string): Promise<string | undefined>;
}

interface WithScript {
  readLogin(keyCount: number, key: string): Promise<[string | null, string]>;
}

export const createLogins = (client: RedisClient, store: Store): Logins => {
  defineScript(client, 'readLogin');
  const redis = client as RedisClient & WithScript;

  const passwordHashOf = async (projectKey: string, customerId: string): Promise<string | undefined> => {
    const hidden = await store.hidden(projectKey, 'customer', customerId);
    return hidden === null ? undefined : (JSON.parse(hidden.toString()) as StoredCredentials).passwordHash;
  };

  return {
    passwordHashOf,
    find: async (projectKey, storeKey, email) => {
      // An impossible email costs a look-up too, so that the duration does not tell it.
      const key = keys.unique(projectKey, 'customer', 'email', loginEmailKey(storeKey, email) ?? '');
      const [customerId, at] = await retryOnce(() => redis.readLogin(1, key));
      const atMs = Number(at);
      // Read after the time, so a hash that is changed in between is revoked, with its tokens, later than `atMs`.
      const passwordHash = await passwordHashOf(projectKey, customerId ?? '');
      return {
        login: customerId === null || passwordHash === undefined ? undefined : { customerId, passwordHash },
        atMs,
      };
    },
  };
};
