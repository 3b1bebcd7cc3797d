import { limits } from '../../base/config/limits.js';
import { hashSecret, newSecret } from '../../base/credentials/secrets.js';
import type { TokenRevoker } from '../oauth/TokenRevoker.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { defineScript } from '../../base/redis/Script.js';
import { serverKeys } from '../../store/keys.js';

/** The account or API client that a session belongs to. */
export type SessionOwner = { readonly accountId: string } | { readonly clientId: string; readonly projectKey: string };

export interface UsedSession {
  readonly hash: string;
  readonly owner: SessionOwner;
  /** The time at which it ends without further use. */
  readonly expiresAtMs: number;
}

interface SessionScripts {
  createSession(
    keyCount: number,
    key: string,
    list: string,
    hash: string,
    owner: string,
    lifetimeMs: number,
    idleMs: number,
  ): Promise<string>;
  useSession(
    keyCount: number,
    key: string,
    idleMs: number,
    projectKey: string,
  ): Promise<[owner: string, endsAtMs: string] | null>;
  endSession(keyCount: number, key: string): Promise<string[]>;
}

const { consoleSessionSeconds, consoleIdleSeconds, consoleTokenSeconds } = limits;
const projectField = 'project:';

const listName = (owner: SessionOwner): string => ('accountId' in owner ? owner.accountId : owner.clientId);

/** HGETALL returns names and values in turn. */
const projectsOf = (fields: readonly string[]): string[] =>
  fields
    .filter((name, index) => index % 2 === 0 && name.startsWith(projectField))
    .map(name => name.slice(projectField.length));

/**
 * Sessions of the administration console. A browser has a random token in a cookie; Redis has its hash. The end of a
 * session revokes the access tokens that were issued in it.
 */
export class Sessions {
  readonly #redis: RedisClient & SessionScripts;

  constructor(
    redis: RedisClient,
    private readonly tokens: Pick<TokenRevoker, 'revokeSessionTokens'>,
  ) {
    for (const script of ['createSession', 'useSession', 'endSession']) defineScript(redis, script);
    this.#redis = redis as RedisClient & SessionScripts;
  }

  /** Resolves to the token of a new session. */
  async create(owner: SessionOwner): Promise<string> {
    const token = newSecret();
    const hash = hashSecret(token);
    const list = serverKeys.sessions(listName(owner));
    const [lifetimeMs, idleMs] = [consoleSessionSeconds * 1000, consoleIdleSeconds * 1000];
    const text = JSON.stringify(owner);
    await this.#redis.createSession(2, serverKeys.session(hash), list, hash, text, lifetimeMs, idleMs);
    return token;
  }

  /**
   * Finds the session of a token and restarts its time without use; undefined for an unknown or ended one. `projectKey`
   * is that of a token that is about to be issued.
   */
  async use(token: string, projectKey = ''): Promise<UsedSession | undefined> {
    const hash = hashSecret(token);
    const found = await this.#redis.useSession(1, serverKeys.session(hash), consoleIdleSeconds * 1000, projectKey);
    if (found === null) return undefined;
    const [owner, endsAtMs] = found;
    return { hash, owner: JSON.parse(owner) as SessionOwner, expiresAtMs: Number(endsAtMs) };
  }

  /** Ends a session and revokes its tokens; resolves to the revoked subjects. An interrupted end can be repeated. */
  async end(hash: string, owner: SessionOwner): Promise<string[]> {
    const fields = await this.#redis.endSession(1, serverKeys.session(hash));
    const subjects = await Promise.all(
      projectsOf(fields).map(projectKey => this.tokens.revokeSessionTokens(projectKey, hash, consoleTokenSeconds)),
    );
    await this.#redis.unlink(serverKeys.session(hash));
    await this.#redis.zrem(serverKeys.sessions(listName(owner)), hash);
    return [...new Set(subjects)];
  }

  /** Ends all sessions of an account or an API client; resolves to the revoked subjects. */
  async endAll(owner: SessionOwner): Promise<string[]> {
    const hashes = await this.#redis.zrange(serverKeys.sessions(listName(owner)), 0, -1);
    const subjects: string[] = [];
    for (const hash of hashes) subjects.push(...(await this.end(hash, owner)));
    return subjects;
  }
}
