/**
 * Bearer tokens this process has seen, so that the hot path asks Redis once a token. What has ended is told on a channel.
 * While that channel is down nothing is believed for longer than a second.
 */
import { LRUCache } from 'lru-cache';
import type { Client } from '../engine/context.js';
import type { RedisClient } from '../store/connect.js';
import { channels } from '../store/keys.js';

/** What a bearer token allows, and for whom. */
export interface Grant {
  readonly client: Client;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  /** Scope names of the project, see `namesOf`. */
  readonly scopes: ReadonlySet<string>;
  readonly expiresAtMs: number;
}

/** A grant as it was found, and the subjects (oauth/tokens.ts) with any of which it ends. */
export interface Found { readonly grant: Grant; readonly endsWith: readonly string[] }

/** Finds a token's grant; undefined for one that is unknown, expired or another project's. */
export type FindGrant = (projectKey: string, token: string, correlationId: string) => Promise<Found | undefined>;

interface Entry extends Found { readonly readAtMs: number }

const believedMs = 1_000;

export interface GrantCache {
  /** The grant if it is known and still good: no round trip. */
  peek(projectKey: string, token: string): Grant | undefined;
  fetch(projectKey: string, token: string, correlationId: string): Promise<Grant | undefined>;
  /** Forgets all that ends with a subject, before the channel tells. */
  end(subject: string): void;
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
    return [...this.#names.get(subject) ?? []];
  }
}

export const createGrantCache = async (find: FindGrant, subscriber: RedisClient, entriesMax: number): Promise<GrantCache> => {
  const index = new Index();
  const cache = new LRUCache<string, Entry>({
    max: entriesMax,
    dispose: ({ endsWith }, name) => endsWith.forEach(subject => index.delete(subject, name)),
  });
  let isListening = false;
  let endings = 0;

  const end = (subject: string): void => {
    endings++;
    for (const name of index.of(subject)) cache.delete(name);
  };
  subscriber.on('message', (_channel: string, subject: string) => end(subject));
  subscriber.on('close', () => {
    isListening = false;
    cache.clear();
  });
  subscriber.on('ready', () => { void subscribe(); });
  const subscribe = async (): Promise<void> => {
    await subscriber.subscribe(channels.ended).then(() => { isListening = true; }, () => undefined);
  };
  await subscribe();

  return {
    peek: (projectKey, token) => {
      const entry = cache.get(`${projectKey}/${token}`);
      if (entry === undefined) return undefined;
      const nowMs = Date.now();
      return entry.grant.expiresAtMs > nowMs && (isListening || nowMs - entry.readAtMs < believedMs) ? entry.grant : undefined;
    },
    fetch: async (projectKey, token, correlationId) => {
      const seen = endings;
      const found = await find(projectKey, token, correlationId);
      if (found === undefined) return undefined;
      // What ended while we read may have been this token's: then the next request reads again.
      if (seen === endings && found.grant.expiresAtMs > Date.now()) {
        const name = `${projectKey}/${token}`;
        cache.set(name, { ...found, readAtMs: Date.now() });
        for (const subject of found.endsWith) index.add(subject, name);
      }
      return found.grant;
    },
    end,
    close: () => subscriber.disconnect(),
  };
};
