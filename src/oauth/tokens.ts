/** Access tokens: opaque random text outside, a record under its hash in Redis, gone when it expires. */
import { pack, unpack } from 'msgpackr';
import { again } from '../store/again.js';
import type { RedisClient } from '../store/connect.js';
import { channels, keys } from '../store/keys.js';
import { hashSecret, newSecret } from './secrets.js';

export interface TokenRecord {
  readonly clientId: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly expiresAtMs: number;
  readonly anonymousId?: string;
  readonly customerId?: string;
}

export interface TokenStore {
  /** Stores a new token and returns it; `validitySeconds` from now on it works (AUTH025). */
  issue(projectKey: string, record: Omit<TokenRecord, 'expiresAtMs'>, validitySeconds: number): Promise<string>;
  find(projectKey: string, token: string): Promise<TokenRecord | undefined>;
  /** Ends a token, and tells every process that may have it cached. */
  revoke(projectKey: string, token: string): Promise<void>;
}

export const createTokenStore = (redis: RedisClient): TokenStore => ({
  issue: async (projectKey, record, validitySeconds) => {
    const token = newSecret();
    const stored: TokenRecord = { ...record, expiresAtMs: Date.now() + validitySeconds * 1000 };
    await redis.set(keys.token(projectKey, hashSecret(token)), pack(stored), 'EX', validitySeconds);
    return token;
  },
  find: async (projectKey, token) => {
    const stored = await again(() => redis.getBuffer(keys.token(projectKey, hashSecret(token))));
    return stored === null ? undefined : (unpack(stored) as TokenRecord);
  },
  revoke: async (projectKey, token) => {
    const hash = hashSecret(token);
    await redis.del(keys.token(projectKey, hash));
    await redis.publish(channels.revoked, hash);
  },
});
