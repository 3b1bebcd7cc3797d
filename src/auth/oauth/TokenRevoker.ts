import { Cluster } from 'ioredis';
import { limits } from '../../base/config/limits.js';
import { hashSecret, tokenSubjects } from '../../base/credentials/secrets.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { keys } from '../../store/keys.js';
import { readAccessToken, readRefreshToken, revocationKey, tokenCodec } from './tokenRecords.js';

type TokenKind = 'access_token' | 'refresh_token';

/** Later than the time of any token: the revocation holds for future tokens too. */
const forever = String(Number.MAX_SAFE_INTEGER);

/** The lifetime of the longest-lived token: after it no token is left that a revocation concerns. */
const revocationSeconds = limits.tokenSecondsMax;

/** Revokes tokens before they expire: one token, or all tokens of a client or a session. */
export class TokenRevoker {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /**
   * Revokes a token of the client, looked up first among the hinted kind, and with a refresh token its access tokens,
   * which live for `accessSeconds` at most. Resolves to the revoked subject, or to undefined when the client has no
   * such token (AUTH041).
   */
  async revoke(
    projectKey: string,
    clientId: string,
    token: string,
    hint: TokenKind,
    accessSeconds: number,
  ): Promise<string | undefined> {
    const hash = hashSecret(token);
    const revokeAccess = () => this.#revokeAccessToken(projectKey, clientId, hash);
    const revokeRefresh = () => this.#revokeRefreshToken(projectKey, clientId, hash, accessSeconds);
    return hint === 'refresh_token'
      ? ((await revokeRefresh()) ?? revokeAccess())
      : ((await revokeAccess()) ?? revokeRefresh());
  }

  /** Tells every process to drop what it caches under a token subject. */
  announceRevocation(subject: string): Promise<void> {
    return publishRevocation(this.#redis, subject);
  }

  /** Revokes all present and future tokens of a client; resolves to the revoked subject. */
  revokeClientTokens(projectKey: string, clientId: string): Promise<string> {
    const key = revocationKey(projectKey, 'client', clientId);
    return this.#revokeSubject(tokenSubjects.client(projectKey, clientId), key, revocationSeconds);
  }

  /**
   * Revokes all present and future tokens of a session of the console, which live for `seconds` at most; resolves to
   * the revoked subject.
   */
  revokeSessionTokens(projectKey: string, sessionHash: string, seconds: number): Promise<string> {
    const key = revocationKey(projectKey, 'refresh', sessionHash);
    return this.#revokeSubject(tokenSubjects.token(sessionHash), key, seconds);
  }

  async #revokeSubject(subject: string, key: string, seconds: number): Promise<string> {
    await this.#redis.set(key, forever, 'EX', seconds);
    await publishRevocation(this.#redis, subject);
    return subject;
  }

  async #revokeAccessToken(projectKey: string, clientId: string, hash: string): Promise<string | undefined> {
    const key = keys.token(projectKey, hash);
    const record = await readAccessToken(this.#redis, projectKey, hash);
    if (record?.clientId !== clientId) return undefined;
    const subject = tokenSubjects.token(hash);
    await this.#redis.set(key, tokenCodec.pack({ ...record, revoked: true }), 'PXAT', record.expiresAtMs);
    await publishRevocation(this.#redis, subject);
    await this.#redis.del(key);
    await this.#redis.zrem(keys.clientTokens(projectKey, clientId), hash);
    return subject;
  }

  /** Deletes the record after the revocation is published: until then the revocation can be repeated. */
  async #revokeRefreshToken(
    projectKey: string,
    clientId: string,
    hash: string,
    accessSeconds: number,
  ): Promise<string | undefined> {
    const record = await readRefreshToken(this.#redis, projectKey, hash);
    if (record?.clientId !== clientId) return undefined;
    const key = revocationKey(projectKey, 'refresh', hash);
    const subject = await this.#revokeSubject(tokenSubjects.token(hash), key, accessSeconds);
    const lists = [keys.refreshUsed, keys.refreshCustomLifetime, keys.refreshExpiry];
    await Promise.all([
      this.#redis.hdel(keys.refreshRecords(projectKey), hash),
      ...lists.map(list => this.#redis.zrem(list(projectKey), hash)),
      this.#redis.zrem(keys.clientRefreshTokens(projectKey, clientId), hash),
      ...(record.anonymousId === undefined ? [] : [this.#redis.hdel(keys.anonymous(projectKey), record.anonymousId)]),
    ]);
    return subject;
  }
}

/**
 * The streams of revocations, which every server process follows. On a cluster there are two, mostly on two masters: a
 * revocation needs one of them, so that tokens can be revoked while one master is away.
 */
export const revocationStreams = (redis: RedisClient): readonly string[] =>
  redis instanceof Cluster ? [keys.revocations, keys.distantRevocations] : [keys.revocations];

/** Entries that a stream keeps: more than arrive while a server process is trusted without having read them. */
const entriesMax = 100_000;

/**
 * Appends a token subject to the streams. One that takes it suffices, since a process that cannot read all of them
 * trusts no cached grant.
 */
const publishRevocation = async (redis: RedisClient, subject: string): Promise<void> => {
  const append = async (stream: string): Promise<unknown> =>
    redis.xadd(stream, 'MAXLEN', '~', entriesMax, '*', 'subject', subject);
  try {
    await Promise.any(revocationStreams(redis).map(append));
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
};
