/** The stored records of tokens, and the plan by which lua/tokens/issueToken.lua writes them. */
import { Packr } from 'msgpackr';
import type { RedisClient } from '../../base/redis/connect.js';
import { retryOnce } from '../../base/redis/redisErrors.js';
import { keys } from '../../store/keys.js';
import { type ScopeListPlan, type Session, sessionScope } from './session.js';

interface AccessTimes {
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Hash of the refresh token that the access token was issued with or from, or of the session of the console. */
  readonly family?: string;
  /** Set until the revocation is published: a revocation that failed half way can be repeated. */
  readonly revoked?: boolean;
}

export type TokenRecord = Session & AccessTimes;

export interface FoundToken extends TokenRecord {
  /** The remaining validity in milliseconds. */
  readonly validMs: number;
}

export interface RefreshRecord extends Session, StoredScope {
  readonly issuedAtMs: number;
}

/** The key with the time at which the tokens of a client, a customer, a refresh token or a session were revoked. */
export const revocationKey = (projectKey: string, kind: 'client' | 'customer' | 'refresh', id: string): string =>
  keys.tokensRevokedAt(projectKey, `${kind}:${id}`);

/** Times come back from Redis' cmsgpack as 64-bit integers. */
export const tokenCodec = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

/** A stored session names its list of scopes by a hash (session.ts). */
interface StoredScope {
  readonly scopeList: string;
}

type StoredToken = Omit<Session, 'scope'> & StoredScope & AccessTimes;

/** Reads the record of an access token by the token's hash. */
export const readAccessToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<StoredToken | undefined> => {
  const stored = await retryOnce(() => redis.getBuffer(keys.token(projectKey, hash)));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as StoredToken);
};

type StoredRefreshToken = Omit<RefreshRecord, 'scope'> & StoredScope;

/** Reads the record of a refresh token by the token's hash. */
export const readRefreshToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<StoredRefreshToken | undefined> => {
  const stored = await retryOnce(() => redis.hgetBuffer(keys.refreshRecords(projectKey), hash));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as StoredRefreshToken);
};

/** The key of a stored session's list of scopes. */
export const scopeListKey = (
  projectKey: string,
  { clientId, scopeList }: Pick<StoredToken, 'clientId' | 'scopeList'>,
): string => keys.scopeList(projectKey, clientId, scopeList);

/** The scope of a stored session whose list has the text `list`; undefined where the list is gone. */
export const storedScope = (stored: StoredToken | StoredRefreshToken, list: string | null): string | undefined =>
  list === null ? undefined : sessionScope(list, stored);

export type IssueStatus =
  | 'OK'
  | 'REVOKED'
  | 'UNKNOWN_REFRESH_TOKEN'
  | 'ANONYMOUS_ID_IN_USE'
  | 'TOO_MANY_SCOPES'
  | 'TOO_MANY_ACCESS_TOKENS';

/** Collects the keys of a script call; the arguments name a key by its position, which starts with 1. */
export class KeyList {
  readonly keys: string[] = [];

  readonly position = (key: string): number => this.keys.push(key);
}

/** Removes undefined members, which Redis' cmsgpack does not know. */
export const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** The keys of a project's refresh tokens, as lua/include/refreshTokens.lua expects them. */
export const refreshKeys = [
  keys.refreshRecords,
  keys.refreshUsed,
  keys.refreshCustomLifetime,
  keys.refreshExpiry,
  keys.anonymous,
];

/** A list of scopes, with the position of its key; without `text` it must exist. */
type PositionedList = Pick<ScopeListPlan, 'member' | 'validityMs'> &
  Partial<Pick<ScopeListPlan, 'text' | 'isOwn'>> & { readonly key: number };

/** The plan for lua/tokens/issueToken.lua: the members that TypeScript uses; the script describes them all. */
export interface IssuePlan {
  readonly clientTokens: { readonly key: number };
  readonly scopes: readonly PositionedList[];
  readonly [more: string]: unknown;
}
