import { getOrCreate } from '../../base/lists.js';
import { LRUCache } from 'lru-cache';
import { grantedScopeNames } from '../../base/credentials/scopes.js';
import { hashSecret, tokenSubjects } from '../../base/credentials/secrets.js';
import { entryLimit } from '../../base/memory/ReadCache.js';
import type { RedisClient } from '../../base/redis/connect.js';
import type { Grant, GrantLookup, GrantLookupResult, ReadSlots } from './Grant.js';
import { RevocationFollower } from './RevocationFollower.js';
import { revocationStreams } from './TokenRevoker.js';
import type { TokenStore } from './TokenStore.js';
import type { TokenRecord } from './tokenRecords.js';

interface Entry extends GrantLookupResult {
  readonly readAtMs: number;
  /** A time of the thread's clock, which does not jump like that of the machine. */
  readonly endsAtMs: number;
}

/** The time for which an entry is trusted without news from the stream of revocations. */
const trustedMs = 1_000;

/** Collects the revocations that arrive while one token is looked up. */
interface PendingLookup {
  readonly revoked: Set<string>;
  mayHaveMissed: boolean;
}

/**
 * Caches the grants of bearer tokens in this process, so that the hot path asks Redis once per token. The cache follows
 * the stream of revocations; after a second without news from the stream it ignores all entries that were read before.
 */
export class GrantCache {
  readonly #subjects = new SubjectIndex();
  readonly #entries: LRUCache<string, Entry>;
  readonly #pending = new Set<PendingLookup>();
  #followers: readonly RevocationFollower[] = [];

  private constructor(
    private readonly lookup: GrantLookup,
    entriesMax: number,
  ) {
    this.#entries = new LRUCache({
      ...entryLimit(entriesMax),
      dispose: ({ revokedBy }, key) => revokedBy.forEach(subject => this.#subjects.delete(subject, key)),
    });
  }

  /** Follows the streams of revocations, each on a connection of its own: a read waits in Redis most of the time. */
  static async open(lookup: GrantLookup, connect: () => RedisClient, entriesMax: number): Promise<GrantCache> {
    const cache = new GrantCache(lookup, entriesMax);
    const listener = {
      revoked: (subject: string) => cache.deleteRevoked(subject),
      mayHaveMissed: () => cache.#clear(),
    };
    const first = connect();
    cache.#followers = await Promise.all(
      revocationStreams(first).map((stream, at) =>
        RevocationFollower.open(at === 0 ? first : connect(), listener, stream),
      ),
    );
    return cache;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the grant without a round trip if it is cached and still valid. */
  get(projectKey: string, token: string): Grant | undefined {
    const entry = this.#entries.get(cacheKey(projectKey, token));
    const nowMs = performance.now();
    if (entry === undefined || entry.endsAtMs <= nowMs) return undefined;
    if (nowMs - entry.readAtMs < trustedMs) return entry.grant;
    for (const { freshAtMs } of this.#followers) if (nowMs - freshAtMs >= trustedMs) return undefined;
    return entry.grant;
  }

  /** Looks the grant up and caches it. */
  async fetch(projectKey: string, token: string, correlationId: string): Promise<Grant | undefined> {
    const pending: PendingLookup = { revoked: new Set(), mayHaveMissed: false };
    this.#pending.add(pending);
    const startMs = performance.now();
    try {
      const found = await this.lookup(projectKey, token, correlationId);
      if (found === undefined) return undefined;
      // A revocation during the lookup may concern this token: then the next request looks it up again.
      const mayBeRevoked = pending.mayHaveMissed || found.revokedBy.some(subject => pending.revoked.has(subject));
      if (!mayBeRevoked && found.validMs > 0) this.#put(cacheKey(projectKey, token), found, startMs + found.validMs);
      return found.grant;
    } finally {
      this.#pending.delete(pending);
    }
  }

  /** Deletes all entries of a revoked subject, before the stream reports it. */
  deleteRevoked(subject: string): void {
    for (const { revoked } of this.#pending) revoked.add(subject);
    for (const key of this.#subjects.keysOf(subject)) this.#entries.delete(key);
  }

  close(): void {
    for (const follower of this.#followers) follower.close();
  }

  #put(key: string, found: GrantLookupResult, endsAtMs: number): void {
    this.#entries.set(key, { ...found, readAtMs: performance.now(), endsAtMs });
    for (const subject of found.revokedBy) this.#subjects.add(subject, key);
  }

  #clear(): void {
    for (const pending of this.#pending) pending.mayHaveMissed = true;
    this.#entries.clear();
  }
}

/** Longer tokens are cached under their hash. */
const plainTokenLengthMax = 64;

/** Tokens contain no space, so two pairs never share a cache key. */
const cacheKey = (projectKey: string, token: string): string =>
  `${token.length > plainTokenLengthMax ? hashSecret(token) : token} ${projectKey}`;

/** Finds the cache keys of all entries that end with a token subject. */
class SubjectIndex {
  readonly #keys = new Map<string, Set<string>>();

  add(subject: string, key: string): void {
    getOrCreate(this.#keys, subject, () => new Set()).add(key);
  }

  delete(subject: string, key: string): void {
    const keys = this.#keys.get(subject);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(subject);
  }

  keysOf(subject: string): readonly string[] {
    return [...(this.#keys.get(subject) ?? [])];
  }
}

type AccessTokens = Pick<TokenStore, 'findAccessToken'>;

/**
 * Finds the grants of bearer tokens: first among the tokens that this service issued, then at the project's external
 * OAuth server. Only the read of Redis takes a read slot; the external server is waited for without one.
 */
export const createGrantLookup =
  (tokens: AccessTokens, lookUpExternal: GrantLookup, reads: ReadSlots): GrantLookup =>
  async (projectKey, token, correlationId) =>
    (await reads.runUnmeasured(projectKey, () => findIssuedGrant(tokens, projectKey, token))) ??
    lookUpExternal(projectKey, token, correlationId);

/** The changes of an account name it by its email and name no API client, so that no client can impersonate it. */
const toGrant = (
  projectKey: string,
  { scope, clientId, anonymousId, customerId, account, isAudited }: TokenRecord,
): Grant => ({
  client: account === undefined ? { clientId, anonymousId, customerId } : { externalUserId: account.email },
  scope,
  scopes: grantedScopeNames(scope, projectKey),
  account,
  isAudited,
});

const revokedBy = (projectKey: string, token: string, { clientId, customerId, family }: TokenRecord): string[] => [
  tokenSubjects.token(hashSecret(token)),
  tokenSubjects.client(projectKey, clientId),
  ...(family === undefined ? [] : [tokenSubjects.token(family)]),
  ...(customerId === undefined ? [] : [tokenSubjects.customer(projectKey, customerId)]),
];

const findIssuedGrant = async (
  tokens: AccessTokens,
  projectKey: string,
  token: string,
): Promise<GrantLookupResult | undefined> => {
  const record = await tokens.findAccessToken(projectKey, token);
  if (record === undefined) return undefined;
  const { validMs } = record;
  return { grant: toGrant(projectKey, record), validMs, revokedBy: revokedBy(projectKey, token, record) };
};
