/**
 * Access and refresh tokens: opaque random text outside, records under its hash in Redis. What a token belongs to, a
 * client, a customer or the refresh token it came from, can be ended as a whole by one key with the time of it.
 */
import { limits } from '../config/limits.js';
import type { RedisClient } from '../redis/connect.js';
import { getMany } from '../redis/getMany.js';
import { keys } from '../store/keys.js';
import { loadScript } from '../redis/loadScript.js';
import { hashSecret, newSecret } from '../credentials/secrets.js';
import { createTokenEnds, type TokenRevocations } from './TokenRevoker.js';
import {
  revocationKey,
  tokenCodec,
  readAccessToken,
  readRefreshToken,
  type RefreshRecord,
  type Session,
  type TokenRecord,
} from './tokenRecords.js';

/** In seconds; a refresh token's counts from its last use (AUTH053). */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** Why no token was issued. */
export type IssueFailure = 'ENDED' | 'IN_USE' | 'UNKNOWN';

export interface TokenStore extends TokenRevocations {
  /**
   * A new access token, with a refresh token where `lifetimes` has one (AUTH014, AUTH020); or why not. `sinceMs` is when,
   * by Redis' clock, a customer's password was looked up: an end of his sessions since then is of this one too.
   */
  issue(
    projectKey: string,
    findRefreshSession: Session,
    lifetimes: { readonly access: number; readonly refresh?: number },
    sinceMs?: number,
  ): Promise<IssuedTokens | IssueFailure>;
  /** The session of a client's refresh token; undefined for one that is unknown or another client's. */
  session(projectKey: string, clientId: string, refreshToken: string): Promise<RefreshRecord | undefined>;
  /** A new access token for a refresh token, which stays the same and lives on from now (AUTH021, AUTH022). */
  issueFromRefreshToken(
    projectKey: string,
    session: RefreshRecord,
    refreshToken: string,
    lifetimes: Lifetimes,
  ): Promise<IssuedTokens | IssueFailure>;
  /** An access token that still works. */
  findAccessToken(projectKey: string, token: string): Promise<TokenRecord | undefined>;
  /** Removes refresh tokens that expired or are too many, `few` of each at most, as each request does on its way; how many went. */
  deleteExpiredRefreshTokens(projectKey: string, few: number): Promise<number>;
}

export interface TokenStoreOptions {
  /** Refresh tokens of one project; the least recently used go first (AUTH055). */
  readonly refreshTokensMax: number;
}

/** Expired or surplus refresh tokens that one request removes at most; it adds one. */
const tidiedPerRequest = 8;

/** Redis' cmsgpack knows no undefined. */
const lean = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

interface Plan {
  readonly keys: string[];
  at(key: string): number;
}

const newPlan = (): Plan => {
  const list: string[] = [];
  return { keys: list, at: key => list.push(key) };
};

interface WithScripts {
  issueToken(keyCount: number, ...keysAndPlan: (string | Buffer)[]): Promise<'OK' | IssueFailure>;
  tidyTokens(keyCount: number, ...keysAndArgs: (string | number)[]): Promise<number>;
}

const refreshKeys = [
  keys.refreshRecords,
  keys.refreshUsed,
  keys.refreshCustomLifetime,
  keys.refreshExpiry,
  keys.anonymous,
];

export const createTokenStore = (
  client: RedisClient,
  anonymousIdLists: (projectKey: string, anonymousId: string) => string[],
  { refreshTokensMax }: TokenStoreOptions,
): TokenStore => {
  client.defineCommand('issueToken', { lua: loadScript('token') });
  client.defineCommand('tidyTokens', { lua: loadScript('tidy') });
  const redis = client as RedisClient & WithScripts;

  const run = async (plan: Plan, content: object): Promise<'OK' | IssueFailure> =>
    redis.issueToken(plan.keys.length, ...plan.keys, tokenCodec.pack(content));

  const enders = (projectKey: string, { clientId, customerId }: Session): string[] => [
    revocationKey(projectKey, 'client', clientId),
    ...(customerId === undefined ? [] : [revocationKey(projectKey, 'customer', customerId)]),
  ];

  const refreshPart = (plan: Plan, projectKey: string, member: string, validitySeconds: number) => ({
    member,
    validityMs: validitySeconds * 1000,
    byDefaultMs: limits.refreshTokenSeconds * 1000,
    most: refreshTokensMax,
    few: tidiedPerRequest,
    keys: refreshKeys.map(key => plan.at(key(projectKey))),
  });

  return {
    issue: async (projectKey, session, lifetimes, sinceMs) => {
      const plan = newPlan();
      const [accessToken, refreshToken] = [newSecret(), lifetimes.refresh === undefined ? undefined : newSecret()];
      const family = refreshToken && hashSecret(refreshToken);
      const { anonymousId } = session;
      const outcome = await run(plan, {
        access: plan.at(keys.token(projectKey, hashSecret(accessToken))),
        accessMs: lifetimes.access * 1000,
        session: lean({ ...session, family }),
        enders: enders(projectKey, session).map(plan.at),
        sinceMs: sinceMs ?? 0,
        ...(anonymousId !== undefined && {
          anonymousId,
          anonymousIn: anonymousIdLists(projectKey, anonymousId).map(plan.at),
        }),
        ...(family !== undefined && {
          refresh: { ...refreshPart(plan, projectKey, family, lifetimes.refresh!), record: lean(session) },
        }),
      });
      return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
    },
    session: async (projectKey, clientId, refreshToken) => {
      const record = await readRefreshToken(redis, projectKey, hashSecret(refreshToken));
      return record?.clientId === clientId ? record : undefined;
    },
    issueFromRefreshToken: async (projectKey, { issuedAtMs, ...session }, refreshToken, lifetimes) => {
      const plan = newPlan();
      const [accessToken, family] = [newSecret(), hashSecret(refreshToken)];
      const outcome = await run(plan, {
        access: plan.at(keys.token(projectKey, hashSecret(accessToken))),
        accessMs: lifetimes.access * 1000,
        session: { ...session, family },
        enders: [...enders(projectKey, session), revocationKey(projectKey, 'refresh', family)].map(plan.at),
        sinceMs: issuedAtMs,
        refresh: refreshPart(plan, projectKey, family, lifetimes.refresh),
      });
      return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
    },
    findAccessToken: async (projectKey, token) => {
      const record = await readAccessToken(redis, projectKey, hashSecret(token));
      if (record === undefined || record.revoked === true) return undefined;
      const endings = [
        ...enders(projectKey, record),
        ...(record.family === undefined ? [] : [revocationKey(projectKey, 'refresh', record.family)]),
      ];
      const endedMs = await getMany(redis, endings);
      return endedMs.some(ms => ms !== null && Number(ms) >= record.issuedAtMs) ? undefined : record;
    },
    deleteExpiredRefreshTokens: (projectKey, few) =>
      redis.tidyTokens(
        refreshKeys.length,
        ...refreshKeys.map(key => key(projectKey)),
        limits.refreshTokenSeconds * 1000,
        refreshTokensMax,
        few,
      ),
    ...createTokenEnds(client),
  };
};
