/**
 * Bearer tokens this process has seen, so that the hot path asks Redis once a token. A revocation is told on a channel.
 * While that channel is down nothing is believed for longer than a second.
 */
import { LRUCache } from 'lru-cache';
import type { RedisClient } from '../store/connect.js';
import { channels } from '../store/keys.js';
import { namesOf } from './scopes.js';
import { hashSecret } from './secrets.js';
import type { TokenRecord, TokenStore } from './tokens.js';

export interface Grant {
  readonly record: TokenRecord;
  /** Scope names of the project, see `namesOf`. */
  readonly scopes: ReadonlySet<string>;
}

interface Entry extends Grant { readonly hash: string; readonly readAtMs: number }

const believedMs = 1_000;

export interface GrantCache {
  /** The grant if it is known and still good: no round trip. */
  peek(projectKey: string, token: string): Grant | undefined;
  /** The grant as Redis has it; undefined for a token that is unknown, expired or another project's. */
  fetch(projectKey: string, token: string): Promise<Grant | undefined>;
  close(): void;
}

export const createGrantCache = async (tokens: TokenStore, subscriber: RedisClient, entriesMax: number): Promise<GrantCache> => {
  const names = new Map<string, string>();
  const cache = new LRUCache<string, Entry>({ max: entriesMax, dispose: ({ hash }) => names.delete(hash) });
  let isListening = false;
  let revocations = 0;

  subscriber.on('message', (_channel: string, hash: string) => {
    revocations++;
    const name = names.get(hash);
    if (name !== undefined) cache.delete(name);
  });
  subscriber.on('close', () => {
    isListening = false;
    cache.clear();
  });
  subscriber.on('ready', () => { void subscribe(); });
  const subscribe = async (): Promise<void> => {
    await subscriber.subscribe(channels.revoked).then(() => { isListening = true; }, () => undefined);
  };
  await subscribe();

  return {
    peek: (projectKey, token) => {
      const entry = cache.get(`${projectKey}/${token}`);
      if (entry === undefined) return undefined;
      const nowMs = Date.now();
      return entry.record.expiresAtMs > nowMs && (isListening || nowMs - entry.readAtMs < believedMs) ? entry : undefined;
    },
    fetch: async (projectKey, token) => {
      const seen = revocations;
      const record = await tokens.find(projectKey, token);
      if (record === undefined || record.expiresAtMs <= Date.now()) return undefined;
      const entry: Entry = { record, scopes: namesOf(record.scope, projectKey), hash: hashSecret(token), readAtMs: Date.now() };
      // A revocation that came while we read may have been this token's: then the next request reads again.
      if (seen === revocations) {
        const name = `${projectKey}/${token}`;
        cache.set(name, entry);
        names.set(entry.hash, name);
      }
      return entry;
    },
    close: () => subscriber.disconnect(),
  };
};
