import { limits } from '../config/limits.js';
import { hashSecret, newSecret } from '../credentials/secrets.js';
import type { RedisClient } from '../redis/connect.js';
import { getMany } from '../redis/getMany.js';
import { defineScript } from '../redis/defineScript.js';
import { keys } from '../store/keys.js';
import { newAccessToken } from './accessToken.js';
import {
  readAccessToken,
  readRefreshToken,
  type RefreshRecord,
  revocationKey,
  type Session,
  tokenCodec,
  type TokenRecord,
} from './tokenRecords.js';
import { TokenRevoker } from './TokenRevoker.js';

/** Lifetimes in seconds; that of a refresh token counts from its last use (AUTH053). */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** The reason why no token was issued. */
export type IssueFailure = 'REVOKED' | 'UNKNOWN_REFRESH_TOKEN' | 'ANONYMOUS_ID_IN_USE';

export interface TokenStoreOptions {
  /** Refresh tokens of one project; the least recently used ones are deleted first (AUTH055). */
  readonly refreshTokensMax: number;
}

/** Expired or surplus refresh tokens that one request deletes at most; it adds one. */
const deletedPerRequest = 8;

/** Removes undefined members, which Redis' cmsgpack does not know. */
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** Collects the keys of a script call; the arguments name a key by its position, which starts with 1. */
class KeyList {
  readonly keys: string[] = [];

  readonly position = (key: string): number => this.keys.push(key);
}

interface TokenScripts {
  issueToken(keyCount: number, ...keysAndPlan: (string | Buffer)[]): Promise<'OK' | IssueFailure>;
  deleteExpiredTokens(keyCount: number, ...keysAndArgs: (string | number)[]): Promise<number>;
}

const refreshKeys = [
  keys.refreshRecords,
  keys.refreshUsed,
  keys.refreshCustomLifetime,
  keys.refreshExpiry,
  keys.anonymous,
];

/** The keys with the times at which the tokens of a session's client and customer were revoked. */
const revocationKeys = (projectKey: string, { clientId, customerId }: Session): string[] => [
  revocationKey(projectKey, 'client', clientId),
  ...(customerId === undefined ? [] : [revocationKey(projectKey, 'customer', customerId)]),
];

/**
 * Issues and finds access and refresh tokens. A token is opaque random text; Redis holds a record under its hash. All
 * tokens of a client, a customer or a refresh token are revoked by one key that holds the time of the revocation.
 */
export class TokenStore extends TokenRevoker {
  readonly #redis: RedisClient & TokenScripts;
  readonly #refreshTokensMax: number;

  constructor(
    redis: RedisClient,
    private readonly anonymousIdLists: (projectKey: string, anonymousId: string) => string[],
    { refreshTokensMax }: TokenStoreOptions,
  ) {
    super(redis);
    defineScript(redis, 'issueToken');
    defineScript(redis, 'deleteExpiredTokens');
    this.#redis = redis as RedisClient & TokenScripts;
    this.#refreshTokensMax = refreshTokensMax;
  }

  /**
   * Issues an access token, with a refresh token where `lifetimes` has one (AUTH014, AUTH020). `sinceMs` is the time of
   * Redis at which a customer's password was read: a later revocation of the customer's tokens includes this one.
   */
  async issue(
    projectKey: string,
    session: Session,
    lifetimes: { readonly access: number; readonly refresh?: number },
    sinceMs = 0,
  ): Promise<IssuedTokens | IssueFailure> {
    const keyList = new KeyList();
    const { anonymousId } = session;
    const accessToken = newAccessToken(projectKey);
    const refreshToken = lifetimes.refresh === undefined ? undefined : newSecret();
    const family = refreshToken && hashSecret(refreshToken);
    const outcome = await this.#runIssueToken(keyList, {
      access: keyList.position(keys.token(projectKey, hashSecret(accessToken))),
      accessMs: lifetimes.access * 1000,
      session: withoutUndefined({ ...session, family }),
      revocationKeys: revocationKeys(projectKey, session).map(keyList.position),
      sinceMs,
      ...(anonymousId !== undefined && {
        anonymousId,
        anonymousIdKeys: this.anonymousIdLists(projectKey, anonymousId).map(keyList.position),
      }),
      ...(family !== undefined &&
        lifetimes.refresh !== undefined && {
          refresh: {
            ...this.#refreshPlan(keyList, projectKey, family, lifetimes.refresh),
            record: withoutUndefined(session),
          },
        }),
    });
    return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
  }

  /**
   * Finds the session of a client's refresh token; resolves to undefined for an unknown one or one of another client.
   */
  async findRefreshSession(
    projectKey: string,
    clientId: string,
    refreshToken: string,
  ): Promise<RefreshRecord | undefined> {
    const record = await readRefreshToken(this.#redis, projectKey, hashSecret(refreshToken));
    return record?.clientId === clientId ? record : undefined;
  }

  /**
   * Issues an access token for a refresh token, which stays the same and whose lifetime restarts (AUTH021, AUTH022).
   */
  async issueFromRefreshToken(
    projectKey: string,
    { issuedAtMs, ...session }: RefreshRecord,
    refreshToken: string,
    lifetimes: Lifetimes,
  ): Promise<IssuedTokens | IssueFailure> {
    const keyList = new KeyList();
    const accessToken = newAccessToken(projectKey);
    const family = hashSecret(refreshToken);
    const outcome = await this.#runIssueToken(keyList, {
      access: keyList.position(keys.token(projectKey, hashSecret(accessToken))),
      accessMs: lifetimes.access * 1000,
      session: { ...session, family },
      revocationKeys: [...revocationKeys(projectKey, session), revocationKey(projectKey, 'refresh', family)].map(
        keyList.position,
      ),
      sinceMs: issuedAtMs,
      refresh: this.#refreshPlan(keyList, projectKey, family, lifetimes.refresh),
    });
    return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
  }

  /** Finds an access token that was not revoked. */
  async findAccessToken(projectKey: string, token: string): Promise<TokenRecord | undefined> {
    const record = await readAccessToken(this.#redis, projectKey, hashSecret(token));
    if (record === undefined || record.revoked === true) return undefined;
    const revokedAtMs = await getMany(this.#redis, [
      ...revocationKeys(projectKey, record),
      ...(record.family === undefined ? [] : [revocationKey(projectKey, 'refresh', record.family)]),
    ]);
    return revokedAtMs.some(ms => ms !== null && Number(ms) >= record.issuedAtMs) ? undefined : record;
  }

  /**
   * Deletes refresh tokens that expired or exceed the limit, at most `countMax` of each, as every token request does
   * too. Resolves to the number of deleted tokens.
   */
  deleteExpiredRefreshTokens(projectKey: string, countMax: number): Promise<number> {
    return this.#redis.deleteExpiredTokens(
      refreshKeys.length,
      ...refreshKeys.map(key => key(projectKey)),
      limits.refreshTokenSeconds * 1000,
      this.#refreshTokensMax,
      countMax,
    );
  }

  #runIssueToken({ keys: all }: KeyList, plan: object): Promise<'OK' | IssueFailure> {
    return this.#redis.issueToken(all.length, ...all, tokenCodec.pack(plan));
  }

  #refreshPlan(keyList: KeyList, projectKey: string, hash: string, validitySeconds: number) {
    return {
      member: hash,
      validityMs: validitySeconds * 1000,
      defaultValidityMs: limits.refreshTokenSeconds * 1000,
      tokensMax: this.#refreshTokensMax,
      deletionsMax: deletedPerRequest,
      keys: refreshKeys.map(key => keyList.position(key(projectKey))),
    };
  }
}
