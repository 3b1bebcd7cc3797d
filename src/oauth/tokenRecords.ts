/** The stored records of tokens. */
import { Packr } from 'msgpackr';
import type { RedisClient } from '../redis/connect.js';
import { retryOnce } from '../redis/retryOnce.js';
import { keys } from '../store/keys.js';
import { sessionScope } from './scopeLists.js';
import type { Session } from './Session.js';

/** The list of scopes of a stored session. */
interface StoredScope {
  /** Hash of the list (scopeLists.ts). */
  readonly scopeList?: string;
  /** The whole scope, in records that format 2 and older versions wrote. */
  readonly scope?: string;
}

interface AccessTimes {
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Hash of the refresh token that the access token was issued with or from, or of the session of the console. */
  readonly family?: string;
  /** Set until the revocation is published: a revocation that failed half way can be repeated. */
  readonly revoked?: boolean;
}

export type TokenRecord = Session & AccessTimes;
type StoredToken = Omit<Session, 'scope'> & StoredScope & AccessTimes;

export interface RefreshRecord extends Session {
  readonly issuedAtMs: number;
  readonly scopeList?: string;
}
type StoredRefreshToken = Omit<RefreshRecord, 'scope'> & StoredScope;

/** The key with the time at which the tokens of a client, a customer, a refresh token or a session were revoked. */
export const revocationKey = (projectKey: string, kind: 'client' | 'customer' | 'refresh', id: string): string =>
  keys.tokensRevokedAt(projectKey, `${kind}:${id}`);

/** Times come back from Redis' cmsgpack as 64-bit integers. */
export const tokenCodec = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

/** Reads the record of an access token by the token's hash. */
export const readAccessToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<StoredToken | undefined> => {
  const stored = await retryOnce(() => redis.getBuffer(keys.token(projectKey, hash)));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as StoredToken);
};

/** Reads the record of a refresh token by the token's hash. */
export const readRefreshToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<StoredRefreshToken | undefined> => {
  const stored = await retryOnce(() => redis.hgetBuffer(keys.refreshRecords(projectKey), hash));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as StoredRefreshToken);
};

/** The key of a stored session's list of scopes; none where the record has the scope itself. */
export const scopeListKeys = (
  projectKey: string,
  { clientId, scopeList }: Pick<StoredToken, 'clientId' | 'scopeList'>,
): string[] => (scopeList === undefined ? [] : [keys.scopeList(projectKey, clientId, scopeList)]);

/** The scope of a stored session whose list has the text `list`; undefined where the list is gone. */
export const storedScope = (stored: StoredToken | StoredRefreshToken, list: string | null): string | undefined => {
  if (stored.scopeList === undefined) return stored.scope;
  return list === null ? undefined : sessionScope(list, stored);
};
