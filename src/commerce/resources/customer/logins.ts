/** Reads logins: the customer that owns an email, globally or in a store, with the hash of the password. */
import { isPassword } from '../../../base/credentials/passwords.js';
import type { RedisClient } from '../../../base/redis/connect.js';
import { defineScript } from '../../../base/redis/Script.js';
import { retryOnce } from '../../../base/redis/redisErrors.js';
import type { DataStore } from '../../../store/DataStore.js';
import { keys } from '../../../store/keys.js';
import { loginEmailKey } from './email.js';
import type { StoredCredentials } from './password.js';

export interface LoginServices {
  readonly logins: Logins;
  readonly passwordGuesses: PasswordGuesses;
}

/** The customer whose password was right, and the time of the check by Redis' clock. */
interface CheckedLogin {
  readonly customerId: string;
  readonly atMs: number;
}

/**
 * Finds the customer with an email and password, or undefined; throws after too many wrong passwords (CUST108,
 * AUTH013).
 */
export const checkLogin = async (
  { logins, passwordGuesses }: LoginServices,
  projectKey: string,
  storeKey: string | undefined,
  email: string,
  password: string,
): Promise<CheckedLogin | undefined> => {
  let checked: CheckedLogin | undefined;
  await passwordGuesses.compare(projectKey, storeKey, email, async () => {
    const { login, atMs } = await logins.find(projectKey, storeKey, email);
    // An unknown email costs a comparison too, so that neither response nor duration tells which of the two was wrong.
    const isRight = await isPassword(projectKey, password, login?.passwordHash);
    if (login !== undefined && isRight) checked = { customerId: login.customerId, atMs };
    return checked !== undefined;
  });
  return checked;
};

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

export const createLogins = (client: RedisClient, store: DataStore): Logins => {
  defineScript(client, 'readLogin');
  const redis = client as RedisClient & WithScript;

  const passwordHashOf = async (projectKey: string, customerId: string): Promise<string | undefined> => {
    const hidden = await store.hidden(projectKey, 'customer', customerId);
    return hidden === null ? undefined : (JSON.parse(hidden.toString()) as StoredCredentials).passwordHash;
  };

  return {
    passwordHashOf,
    find: async (projectKey, storeKey, email) => {
      // An impossible email costs a look-up too, so that the duration does not reveal it.
      const key = keys.unique(projectKey, 'customer', 'email', loginEmailKey(storeKey, email) ?? '');
      const [customerId, at] = await retryOnce(() => redis.readLogin(1, key));
      const atMs = Number(at);
      // The hash is read after the time: a change in between revokes the tokens of the old hash later than `atMs`.
      const passwordHash = await passwordHashOf(projectKey, customerId ?? '');
      return {
        login: customerId === null || passwordHash === undefined ? undefined : { customerId, passwordHash },
        atMs,
      };
    },
  };
};

/** Limits how often the password of one login is guessed (CUST108, AUTH013). */
export interface PasswordGuesses {
  /**
   * Resolves to the result of `isRight`. Counts the guess before the comparison, so that parallel guesses are
   * limited like consecutive ones, and takes the count back unless the password is wrong. Throws a 429 with
   * Retry-After, without a comparison, for a login that was guessed at too often, whether or not the login exists.
   */
  compare(
    projectKey: string,
    storeKey: string | undefined,
    email: string,
    isRight: () => Promise<boolean>,
  ): Promise<boolean>;
}
