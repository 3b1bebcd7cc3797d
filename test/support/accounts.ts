/** Accounts of the administration console. They belong to the server, so a test file needs a Redis of its own. */
import { PassThrough } from 'node:stream';
import type { Account } from '../../src/auth/accounts/account.js';
import { createAccount as create } from '../../src/operations/console/accounts.js';
import { ApiError } from '../../src/base/errors/ApiError.js';
import { hashSecret } from '../../src/base/credentials/secrets.js';
import { connect, type RedisClient } from '../../src/base/redis/connect.js';
import { serverKeys } from '../../src/store/keys.js';
import type { CommandResult } from './command.js';
import type { HttpResponse } from './http.js';
import { type Quayside, startQuayside } from './quayside.js';
import { runHere } from './runHere.js';
import { startOwnRedis } from './startOwnRedis.js';
import { t } from './tap.js';

export const password = 'correct horse 1';

/** Runs `quayside admin …` in this process, with a password on its standard input. */
export const runAdmin = async (
  redisUrl: string,
  args: readonly string[],
  typed: string = password,
): Promise<CommandResult> => {
  const input = new PassThrough();
  input.end(`${typed}\n`);
  const own = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  Object.defineProperty(process, 'stdin', { ...own, get: () => input });
  try {
    return await runHere(['admin', ...args], { REDIS_URL: redisUrl });
  } finally {
    Object.defineProperty(process, 'stdin', own);
  }
};

export const printedAccounts = ({ stdout }: CommandResult): Account[] => JSON.parse(stdout) as Account[];
export type StartedConsole = { readonly quayside: Quayside; readonly redis: RedisClient; readonly redisUrl: string };

/** Starts a server on its own Redis. */
export const startConsole = async (settings: Readonly<Record<string, string>> = {}): Promise<StartedConsole> => {
  const { url } = await startOwnRedis();
  const quayside = await startQuayside({ ...settings, REDIS_URL: url });
  const redis = connect(url);
  t.teardown(() => redis.disconnect());
  return { quayside, redis, redisUrl: url };
};

/** Creates an account with the password of this file. */
export const createAccount = (
  { services }: Quayside,
  draft: { readonly email: string; readonly role: string; readonly projects?: readonly string[] },
): Promise<Account> => create(services, { name: draft.email.split('@')[0], password, ...draft }, {});

const isDuplicate = (error: unknown): boolean =>
  error instanceof ApiError && error.entries.some(({ code }) => code === 'DuplicateField');

/**
 * Connects to the server of the test run, whose accounts (role by email) belong to all files: files that use the same
 * address give it the same role.
 */
export const startSharedConsole = async (roles: Readonly<Record<string, string>>): Promise<Quayside> => {
  const quayside = await startQuayside();
  for (const [email, role] of Object.entries(roles))
    await createAccount(quayside, { email, role }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  return quayside;
};

/** A browser, which keeps the cookie of its session and names the origin of its pages. */
export interface ConsoleBrowser {
  send(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<HttpResponse>;
  /** Signs in with the password of this file. */
  signIn(email: string, typed?: string): Promise<ConsoleBrowser>;
  /** Returns the key of its session in Redis. */
  sessionKey(): string;
}

export const consoleOf =
  ({ address, http }: Quayside) =>
  (): ConsoleBrowser => {
    let cookie = '';
    const browser: ConsoleBrowser = {
      send: async (method, path, body, headers = {}) => {
        const own = { origin: address, ...(cookie === '' ? {} : { cookie }), ...headers };
        const given = Object.entries(own).filter(([, value]) => value !== '');
        const response = await http.send(method, path, { headers: Object.fromEntries(given), body });
        const [set] = [response.headers['set-cookie'] ?? []].flat();
        if (set !== undefined) cookie = set.split(';', 1)[0]!;
        return response;
      },
      signIn: async (email, typed = password) => {
        const { status, text } = await browser.send('POST', '/-/session', { email, password: typed });
        if (status !== 201) throw new Error(`no session: ${text}`);
        return browser;
      },
      sessionKey: () => serverKeys.session(hashSecret(cookie.split('=')[1]!)),
    };
    return browser;
  };
