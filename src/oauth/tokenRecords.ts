/** The stored records of tokens. */
import { Packr } from 'msgpackr';
import type { RedisClient } from '../redis/connect.js';
import { retryOnce } from '../redis/retryOnce.js';
import { keys } from '../store/keys.js';

/** The client and the customer or anonymous session that a token is issued to. */
export interface Session {
  readonly clientId: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
}

export interface TokenRecord extends Session {
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Hash of the refresh token that the access token was issued with or from. */
  readonly family?: string;
  /** Set until the revocation is published: a revocation that failed half way can be repeated. */
  readonly revoked?: boolean;
}

export interface RefreshRecord extends Session {
  readonly issuedAtMs: number;
}

/** The key with the time at which the tokens of a client, of a customer or of a refresh token were revoked. */
export const revocationKey = (projectKey: string, kind: 'client' | 'customer' | 'refresh', id: string): string =>
  keys.tokensRevokedAt(projectKey, `${kind}:${id}`);

/** Times come back from Redis' cmsgpack as 64-bit integers. */
export const tokenCodec = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

/** Reads the record of an access token by the token's hash. */
export const readAccessToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<TokenRecord | undefined> => {
  const stored = await retryOnce(() => redis.getBuffer(keys.token(projectKey, hash)));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as TokenRecord);
};

/** Reads the record of a refresh token by the token's hash. */
export const readRefreshToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<RefreshRecord | undefined> => {
  const stored = await retryOnce(() => redis.hgetBuffer(keys.refreshRecords(projectKey), hash));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as RefreshRecord);
};
