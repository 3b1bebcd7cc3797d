/** What is stored of tokens, and what they end with. */
import { Packr } from 'msgpackr';
import { retryOnce } from '../redis/retryOnce.js';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';

/** Who a token speaks for. */
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
  /** Hash of the refresh token that it came with or from. */
  readonly family?: string;
  /** Kept until the end was announced: a revocation that failed half way can be made again. */
  readonly revoked?: boolean;
}

export interface RefreshRecord extends Session {
  readonly issuedAtMs: number;
}

/** Where the end of a client, a customer or a refresh token is noted. */
export const revocationKey = (projectKey: string, kind: 'client' | 'customer' | 'refresh', id: string): string =>
  keys.tokensRevokedAt(projectKey, `${kind}:${id}`);

/** Times come back from Redis' cmsgpack as 64-bit integers. */
export const tokenCodec = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

/** The record of an access token by its hash, as it is stored. */
export const readAccessToken = async (
  redis: RedisClient,
  projectKey: string,
  hash: string,
): Promise<TokenRecord | undefined> => {
  const stored = await retryOnce(() => redis.getBuffer(keys.token(projectKey, hash)));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as TokenRecord);
};

/** The record of a refresh token by its hash. */
export const readRefreshToken = async (
  redis: RedisClient,
  projectKey: string,
  member: string,
): Promise<RefreshRecord | undefined> => {
  const stored = await retryOnce(() => redis.hgetBuffer(keys.refreshRecords(projectKey), member));
  return stored === null ? undefined : (tokenCodec.unpack(stored) as RefreshRecord);
};
