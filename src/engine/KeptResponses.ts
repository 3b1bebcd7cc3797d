/**
 * Responses that were made of several resources, such as products with their stock, kept to be sent again: one read of
 * Redis tells whether their sources are unchanged (define/ResponseSources.ts).
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../base/config/limits.js';
import type { DataStore } from '../store/DataStore.js';
import type { ResponseValidity } from './define/ResponseSources.js';

export interface KeptResponse<Body> {
  readonly body: Body;
  readonly validity: ResponseValidity;
}

/** Shorter than stamps are kept (STAMP_SECONDS in lua/commit/commit.lua): none is written and expires meanwhile. */
const keptMs = 600_000;
/** Bounds the age of the time that the cache compares with. */
const clockMs = 1_000;
/** Approximate memory of an entry and of each of its keys, besides the body. */
const [entryBytes, keyBytes] = [512, 160];

const hasEnded = ({ endsAtMs }: ResponseValidity): boolean => endsAtMs !== undefined && Date.now() >= endsAtMs;

export class KeptResponses<Body extends Buffer | string> {
  readonly #kept = new LRUCache<string, KeptResponse<Body>>({
    maxSize: limits.keptResponsesBytesMax,
    maxEntrySize: limits.keptResponseBytesMax,
    sizeCalculation: ({ body, validity }) => entryBytes + body.length + validity.keys.length * keyBytes,
    ttl: keptMs,
    ttlResolution: clockMs,
  });

  keep(name: string, body: Body, validity: ResponseValidity): void {
    if (!hasEnded(validity)) this.#kept.set(name, { body, validity });
  }

  /** Finds a response that is kept and may still be right. */
  find(name: string): KeptResponse<Body> | undefined {
    const found = this.#kept.get(name);
    if (found === undefined || !hasEnded(found.validity)) return found;
    this.#kept.delete(name);
    return undefined;
  }

  /** Returns the bodies kept under names; undefined where a source of a body has changed. */
  async valid(
    store: Pick<DataStore, 'texts'>,
    projectKey: string,
    names: readonly string[],
  ): Promise<(Body | undefined)[]> {
    const found = names.map(name => this.find(name));
    const keys = [...new Set(found.flatMap(each => each?.validity.keys ?? []))];
    const texts = keys.length === 0 ? [] : await store.texts(projectKey, keys);
    const now = new Map(keys.map((key, at) => [key, texts[at]]));
    return found.map((each, at) => {
      if (each === undefined) return undefined;
      const { body, validity } = each;
      if (validity.keys.every((key, place) => now.get(key) === validity.texts[place])) return body;
      this.#kept.delete(names[at]!);
      return undefined;
    });
  }

  /** Returns the body of a response that was found under a name; undefined where one of its sources has changed. */
  async validBody(
    store: Pick<DataStore, 'texts'>,
    projectKey: string,
    name: string,
    { body, validity: { keys, texts } }: KeptResponse<Body>,
  ): Promise<Body | undefined> {
    const found = await store.texts(projectKey, keys);
    for (let at = 0; at < keys.length; at++)
      if (found[at] !== texts[at]) {
        this.#kept.delete(name);
        return undefined;
      }
    return body;
  }
}
