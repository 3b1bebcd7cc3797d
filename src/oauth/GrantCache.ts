/**
 * Bearer tokens this process has seen, so that the hot path asks Redis once a token. It follows what has ended; when it
 * has not heard for a second that there is nothing new, it believes nothing that is older than that.
 */
import { LRUCache } from 'lru-cache';
import type { Client } from '../engine/define/Context.js';
import type { RedisClient } from '../redis/connect.js';
import { followEndings } from './RevocationFollower.js';
import { hashSecret } from '../credentials/secrets.js';

/** What a bearer token allows, and for whom. */
export interface Grant {
  readonly client: Client;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  /** Scope names of the project, see `namesOf`. */
  readonly scopes: ReadonlySet<string>;
  readonly expiresAtMs: number;
}

/** A grant as it was found, and the subjects (oauth/tokenRecords.ts) with any of which it ends. */
export interface GrantLookupResult {
  readonly grant: Grant;
  readonly revokedBy: readonly string[];
}

/** Finds a token's grant; undefined for one that is unknown, expired or another project's. */
export type GrantLookup = (
  projectKey: string,
  token: string,
  correlationId: string,
) => Promise<GrantLookupResult | undefined>;

interface Entry extends GrantLookupResult {
  readonly readAtMs: number;
}

const believedMs = 1_000;

export interface GrantCache {
  /** The grant if it is known and still good: no round trip. */
  get(projectKey: string, token: string): Grant | undefined;
  fetch(projectKey: string, token: string, correlationId: string): Promise<Grant | undefined>;
  /** Forgets all that ends with a subject, before the channel tells. */
  deleteRevoked(subject: string): void;
  /** Tokens that are remembered. */
  readonly size: number;
  close(): void;
}

/** Names of entries by subject. */
class Index {
  readonly #names = new Map<string, Set<string>>();

  add(subject: string, name: string): void {
    const names = this.#names.get(subject);
    if (names === undefined) this.#names.set(subject, new Set([name]));
    else names.add(name);
  }

  delete(subject: string, name: string): void {
    const names = this.#names.get(subject);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(subject);
  }

  of(subject: string): readonly string[] {
    return [...(this.#names.get(subject) ?? [])];
  }
}

/** Longer tokens are remembered by their hash. */
const plainLengthMax = 64;

/** Tokens hold no space, so no two pairs have the same name. */
const nameOf = (projectKey: string, token: string): string =>
  `${token.length > plainLengthMax ? hashSecret(token) : token} ${projectKey}`;

/** What ended while one token was being looked up. */
interface Watch {
  readonly ended: Set<string>;
  missed: boolean;
}

export const createGrantCache = async (
  find: GrantLookup,
  connection: RedisClient,
  entriesMax: number,
): Promise<GrantCache> => {
  const index = new Index();
  const cache = new LRUCache<string, Entry>({
    max: entriesMax,
    dispose: ({ revokedBy }, name) => revokedBy.forEach(subject => index.delete(subject, name)),
  });
  const watches = new Set<Watch>();

  const end = (subject: string): void => {
    for (const { ended } of watches) ended.add(subject);
    for (const name of index.of(subject)) cache.delete(name);
  };
  const missed = (): void => {
    for (const watch of watches) watch.missed = true;
    cache.clear();
  };
  const follower = await followEndings(connection, { ended: end, missed });

  const remember = (name: string, found: GrantLookupResult): void => {
    cache.set(name, { ...found, readAtMs: performance.now() });
    for (const subject of found.revokedBy) index.add(subject, name);
  };

  return {
    get: (projectKey, token) => {
      const entry = cache.get(nameOf(projectKey, token));
      if (entry === undefined || entry.grant.expiresAtMs <= Date.now()) return undefined;
      return performance.now() - Math.max(follower.freshAtMs, entry.readAtMs) < believedMs ? entry.grant : undefined;
    },
    fetch: async (projectKey, token, correlationId) => {
      const watch: Watch = { ended: new Set(), missed: false };
      watches.add(watch);
      try {
        const found = await find(projectKey, token, correlationId);
        if (found === undefined) return undefined;
        // What ended while we read may have been this token's: then the next request reads again.
        const isOver = watch.missed || found.revokedBy.some(subject => watch.ended.has(subject));
        if (!isOver && found.grant.expiresAtMs > Date.now()) remember(nameOf(projectKey, token), found);
        return found.grant;
      } finally {
        watches.delete(watch);
      }
    },
    deleteRevoked,
    get size() {
      return cache.size;
    },
    close: () => follower.close(),
  };
};
