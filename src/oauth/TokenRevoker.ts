/** How tokens end before their time: one by one, or all of a client or customer. */
import { limits } from '../config/limits.js';
import type { RedisClient } from '../redis/connect.js';
import { keys } from '../store/keys.js';
import { loadScript } from '../redis/loadScript.js';
import { publishRevocation } from './RevocationFollower.js';
import { hashSecret } from '../credentials/secrets.js';
import { tokenSubjects } from '../credentials/tokenSubjects.js';
import { revocationKey, tokenCodec, readAccessToken, readRefreshToken } from './tokenRecords.js';

export type TokenKind = 'access_token' | 'refresh_token';

export interface TokenRevocations {
  /**
   * Ends a token of the client, looking among the hinted kind first, and with a refresh token its access tokens, which
   * live for `accessSeconds` at most. Returns what has ended, undefined when the client has no such token (AUTH041).
   */
  revoke(
    projectKey: string,
    clientId: string,
    token: string,
    hint: TokenKind,
    accessSeconds: number,
  ): Promise<string | undefined>;
  /** Tells every process that what it remembers under a subject has ended. */
  announceRevocation(subject: string): Promise<void>;
  /** Ends all tokens of a client for good; returns what has ended. */
  revokeClientTokens(projectKey: string, clientId: string): Promise<string>;
  /** Ends the tokens that a customer has now; later ones work. */
  revokeCustomerTokens(projectKey: string, customerId: string): Promise<string>;
}

/** Later than any token: what has ended with it stays so. */
const forGood = String(Number.MAX_SAFE_INTEGER);

/** As long as the longest-lived token: then there is none left that an end speaks of. */
const endedSeconds = limits.tokenSecondsMax;

interface WithScript {
  endTokens(keyCount: number, key: string, seconds: number, atMs: string): Promise<string>;
}

export const createTokenEnds = (client: RedisClient): TokenRevocations => {
  client.defineCommand('endTokens', { lua: loadScript('end') });
  const redis = client as RedisClient & WithScript;

  const end = async (subject: string, key: string, seconds: number, atMs: string): Promise<string> => {
    await redis.endTokens(1, key, seconds, atMs);
    await publishRevocation(redis, subject);
    return subject;
  };

  const revokeAccess = async (projectKey: string, clientId: string, hash: string): Promise<string | undefined> => {
    const key = keys.token(projectKey, hash);
    const record = await readAccessToken(redis, projectKey, hash);
    if (record?.clientId !== clientId) return undefined;
    await redis.set(key, tokenCodec.pack({ ...record, revoked: true }), 'PXAT', record.expiresAtMs);
    await publishRevocation(redis, tokenSubjects.token(hash));
    await redis.del(key);
    return tokenSubjects.token(hash);
  };

  /** The end first, the record last: until it was announced a revocation can be made again. */
  const revokeRefresh = async (
    projectKey: string,
    clientId: string,
    member: string,
    accessSeconds: number,
  ): Promise<string | undefined> => {
    const record = await readRefreshToken(redis, projectKey, member);
    if (record?.clientId !== clientId) return undefined;
    const subject = await end(
      tokenSubjects.token(member),
      revocationKey(projectKey, 'refresh', member),
      accessSeconds,
      forGood,
    );
    await Promise.all([
      redis.hdel(keys.refreshRecords(projectKey), member),
      ...[keys.refreshUsed, keys.refreshCustomLifetime, keys.refreshExpiry].map(key =>
        redis.zrem(key(projectKey), member),
      ),
      ...(record.anonymousId === undefined ? [] : [redis.hdel(keys.anonymous(projectKey), record.anonymousId)]),
    ]);
    return subject;
  };

  return {
    revoke: async (projectKey, clientId, token, hint, accessSeconds) => {
      const hash = hashSecret(token);
      const [first, second] = hint === 'refresh_token' ? [revokeRefresh, revokeAccess] : [revokeAccess, revokeRefresh];
      return (
        (await first(projectKey, clientId, hash, accessSeconds)) ?? second(projectKey, clientId, hash, accessSeconds)
      );
    },
    announceRevocation: subject => publishRevocation(redis, subject),
    revokeClientTokens: (projectKey, clientId) =>
      end(
        tokenSubjects.client(projectKey, clientId),
        revocationKey(projectKey, 'client', clientId),
        endedSeconds,
        forGood,
      ),
    revokeCustomerTokens: (projectKey, customerId) =>
      end(
        tokenSubjects.customer(projectKey, customerId),
        revocationKey(projectKey, 'customer', customerId),
        endedSeconds,
        '',
      ),
  };
};
