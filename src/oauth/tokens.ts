/**
 * Access and refresh tokens: opaque random text outside, records under its hash in Redis. What a token belongs to, a
 * client, a customer or the refresh token it came from, can be ended as a whole by one key with the time of it.
 */
import { Packr } from 'msgpackr';
import { again } from '../store/again.js';
import type { RedisClient } from '../store/connect.js';
import { keys } from '../store/keys.js';
import { loadScript } from '../store/scripts.js';
import { limits } from '../config.js';
import { announce } from './endings.js';
import { hashSecret, newSecret } from './secrets.js';

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

interface RefreshRecord extends Session { readonly issuedAtMs: number }

/** In seconds; a refresh token's counts from its last use (AUTH053). */
export interface Lifetimes { readonly access: number; readonly refresh: number }

export interface Issued { readonly accessToken: string; readonly refreshToken?: string }

/** Why no token was issued. */
export type Refusal = 'ENDED' | 'IN_USE' | 'UNKNOWN';

export type TokenKind = 'access_token' | 'refresh_token';

/** What ends several tokens at once, and is told to every process: a token's own hash, a family's, a client, a customer. */
export const subjects = {
  token: (hash: string) => hash,
  client: (projectKey: string, clientId: string) => `${projectKey}/client:${clientId}`,
  customer: (projectKey: string, customerId: string) => `${projectKey}/customer:${customerId}`,
  /** Whatever the project's external server vouched for. */
  external: (projectKey: string) => `${projectKey}/external`,
} as const;

export interface TokenStore {
  /**
   * A new access token, with a refresh token where `lifetimes` has one (AUTH014, AUTH020); or why not. `sinceMs` is when,
   * by Redis' clock, a customer's password was looked up: an end of his sessions since then is of this one too.
   */
  issue(projectKey: string, session: Session, lifetimes: { readonly access: number; readonly refresh?: number }, sinceMs?: number): Promise<Issued | Refusal>;
  /** The session of a client's refresh token; undefined for one that is unknown or another client's. */
  session(projectKey: string, clientId: string, refreshToken: string): Promise<RefreshRecord | undefined>;
  /** A new access token for a refresh token, which stays the same and lives on from now (AUTH021, AUTH022). */
  renew(projectKey: string, session: RefreshRecord, refreshToken: string, lifetimes: Lifetimes): Promise<Issued | Refusal>;
  /** An access token that still works. */
  find(projectKey: string, token: string): Promise<TokenRecord | undefined>;
  /**
   * Ends a token of the client, looking among the hinted kind first, and with a refresh token its access tokens, which
   * live for `accessSeconds` at most. Returns what has ended, undefined when the client has no such token (AUTH041).
   */
  revoke(projectKey: string, clientId: string, token: string, hint: TokenKind, accessSeconds: number): Promise<string | undefined>;
  /** Tells every process that what it remembers under a subject has ended. */
  tell(subject: string): Promise<void>;
  /** Ends all tokens of a client for good; returns what has ended. */
  endClient(projectKey: string, clientId: string): Promise<string>;
  /** Ends the tokens that a customer has now; later ones work. */
  endCustomer(projectKey: string, customerId: string): Promise<string>;
}

export interface TokenStoreOptions {
  /** Refresh tokens of one project; the least recently used go first (AUTH055). */
  readonly refreshTokensMax: number;
}

/** Expired or surplus refresh tokens that one request removes at most; it adds one. */
const tidiedPerRequest = 8;

/** Later than any token: what has ended with it stays so. */
const forGood = String(Number.MAX_SAFE_INTEGER);

/** As long as the longest-lived token: then there is none left that an end speaks of. */
const endedSeconds = limits.tokenSecondsMax;

/** Times come back from Redis' cmsgpack as 64-bit integers. */
const packr = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

/** Redis' cmsgpack knows no undefined. */
const lean = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

interface Plan { readonly keys: string[]; at(key: string): number }

const newPlan = (): Plan => {
  const list: string[] = [];
  return { keys: list, at: key => list.push(key) };
};

interface WithScripts {
  issueToken(keyCount: number, ...keysAndPlan: (string | Buffer)[]): Promise<'OK' | Refusal>;
  endTokens(keyCount: number, key: string, seconds: number, atMs: string): Promise<string>;
}

export const createTokenStore = (client: RedisClient, anonymousIdLists: (projectKey: string, anonymousId: string) => string[], { refreshTokensMax }: TokenStoreOptions): TokenStore => {
  client.defineCommand('issueToken', { lua: loadScript('token') });
  client.defineCommand('endTokens', { lua: loadScript('end') });
  const redis = client as RedisClient & WithScripts;

  const endedKey = (projectKey: string, kind: 'client' | 'customer' | 'refresh', id: string): string => keys.ended(projectKey, `${kind}:${id}`);

  const run = async (plan: Plan, content: object): Promise<'OK' | Refusal> => redis.issueToken(plan.keys.length, ...plan.keys, packr.pack(content));

  const enders = (projectKey: string, { clientId, customerId }: Session): string[] =>
    [endedKey(projectKey, 'client', clientId), ...(customerId === undefined ? [] : [endedKey(projectKey, 'customer', customerId)])];

  const refreshPart = (plan: Plan, projectKey: string, member: string, validitySeconds: number) => ({
    member, validityMs: validitySeconds * 1000, byDefaultMs: limits.refreshTokenSeconds * 1000, most: refreshTokensMax, few: tidiedPerRequest,
    keys: [keys.refreshRecords, keys.refreshUsed, keys.refreshOwn, keys.refreshExpiry, keys.anonymous].map(key => plan.at(key(projectKey))),
  });

  const end = async (subject: string, key: string, seconds: number, atMs: string): Promise<string> => {
    await redis.endTokens(1, key, seconds, atMs);
    await announce(redis, subject);
    return subject;
  };

  const revokeAccess = async (projectKey: string, clientId: string, hash: string): Promise<string | undefined> => {
    const key = keys.token(projectKey, hash);
    const stored = await again(() => redis.getBuffer(key));
    const record = stored === null ? undefined : packr.unpack(stored) as TokenRecord;
    if (record?.clientId !== clientId) return undefined;
    await redis.set(key, packr.pack({ ...record, revoked: true }), 'PXAT', record.expiresAtMs);
    await announce(redis, subjects.token(hash));
    await redis.del(key);
    return subjects.token(hash);
  };

  /** The end first, the record last: until it was announced a revocation can be made again. */
  const revokeRefresh = async (projectKey: string, clientId: string, member: string, accessSeconds: number): Promise<string | undefined> => {
    const record = await readRefresh(projectKey, member);
    if (record?.clientId !== clientId) return undefined;
    const subject = await end(subjects.token(member), endedKey(projectKey, 'refresh', member), accessSeconds, forGood);
    await Promise.all([
      redis.hdel(keys.refreshRecords(projectKey), member),
      ...[keys.refreshUsed, keys.refreshOwn, keys.refreshExpiry].map(key => redis.zrem(key(projectKey), member)),
      ...(record.anonymousId === undefined ? [] : [redis.hdel(keys.anonymous(projectKey), record.anonymousId)]),
    ]);
    return subject;
  };

  const readRefresh = async (projectKey: string, member: string): Promise<RefreshRecord | undefined> => {
    const stored = await again(() => redis.hgetBuffer(keys.refreshRecords(projectKey), member));
    return stored === null ? undefined : (packr.unpack(stored) as RefreshRecord);
  };

  return {
    issue: async (projectKey, session, lifetimes, sinceMs) => {
      const plan = newPlan();
      const [accessToken, refreshToken] = [newSecret(), lifetimes.refresh === undefined ? undefined : newSecret()];
      const family = refreshToken && hashSecret(refreshToken);
      const { anonymousId } = session;
      const outcome = await run(plan, {
        access: plan.at(keys.token(projectKey, hashSecret(accessToken))), accessMs: lifetimes.access * 1000,
        session: lean({ ...session, family }),
        enders: enders(projectKey, session).map(plan.at), sinceMs: sinceMs ?? 0,
        ...(anonymousId !== undefined && { anonymousId, anonymousIn: anonymousIdLists(projectKey, anonymousId).map(plan.at) }),
        ...(family !== undefined && { refresh: { ...refreshPart(plan, projectKey, family, lifetimes.refresh!), record: lean(session) } }),
      });
      return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
    },
    session: async (projectKey, clientId, refreshToken) => {
      const record = await readRefresh(projectKey, hashSecret(refreshToken));
      return record?.clientId === clientId ? record : undefined;
    },
    renew: async (projectKey, { issuedAtMs, ...session }, refreshToken, lifetimes) => {
      const plan = newPlan();
      const [accessToken, family] = [newSecret(), hashSecret(refreshToken)];
      const outcome = await run(plan, {
        access: plan.at(keys.token(projectKey, hashSecret(accessToken))), accessMs: lifetimes.access * 1000,
        session: { ...session, family },
        enders: [...enders(projectKey, session), endedKey(projectKey, 'refresh', family)].map(plan.at), sinceMs: issuedAtMs,
        refresh: refreshPart(plan, projectKey, family, lifetimes.refresh),
      });
      return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
    },
    find: async (projectKey, token) => {
      const stored = await again(() => redis.getBuffer(keys.token(projectKey, hashSecret(token))));
      if (stored === null) return undefined;
      const record = packr.unpack(stored) as TokenRecord;
      if (record.revoked === true) return undefined;
      const endings = [...enders(projectKey, record), ...(record.family === undefined ? [] : [endedKey(projectKey, 'refresh', record.family)])];
      const endedMs = await again(() => redis.mget(...endings));
      return endedMs.some((ms: string | null) => ms !== null && Number(ms) >= record.issuedAtMs) ? undefined : record;
    },
    revoke: async (projectKey, clientId, token, hint, accessSeconds) => {
      const hash = hashSecret(token);
      const [first, second] = hint === 'refresh_token' ? [revokeRefresh, revokeAccess] : [revokeAccess, revokeRefresh];
      return await first(projectKey, clientId, hash, accessSeconds) ?? second(projectKey, clientId, hash, accessSeconds);
    },
    tell: subject => announce(redis, subject),
    endClient: (projectKey, clientId) => end(subjects.client(projectKey, clientId), endedKey(projectKey, 'client', clientId), endedSeconds, forGood),
    endCustomer: (projectKey, customerId) => end(subjects.customer(projectKey, customerId), endedKey(projectKey, 'customer', customerId), endedSeconds, ''),
  };
};
