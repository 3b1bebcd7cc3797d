import { LRUCache } from 'lru-cache';
import { type SearchIndexes, UnknownIndexError } from '../SearchIndexes.js';
import { entryLimit } from '../../base/memory/ReadCache.js';

export interface CompletenessChecksOptions {
  readonly typeId: string;
  readonly indexes: Pick<SearchIndexes, 'exists' | 'isComplete' | 'serverId'>;
  readonly now?: () => number;
}

/** A complete index is counted again after this time, and sooner when another process of Redis serves it. */
const countedMs = 3_600_000;
const indexesMax = 10_000;

/**
 * Tells whether the indexes of a type are complete: Redis can lose one or parts of it, for example when a slot moves or
 * a replica is promoted. Counting the documents of an index blocks Redis for a time that grows with their number, so
 * they are counted rarely while the same process of Redis serves the index.
 */
export class CompletenessChecks {
  readonly #options: CompletenessChecksOptions;
  readonly #counted = new LRUCache<string, { readonly server: string; readonly atMs: number }>(entryLimit(indexesMax));

  constructor(options: CompletenessChecksOptions) {
    this.#options = options;
  }

  async isComplete(projectKey: string, number: number): Promise<boolean> {
    const { typeId, indexes, now = Date.now } = this.#options;
    if (!(await indexes.exists(projectKey, typeId, number))) return false;
    const server = await indexes.serverId(projectKey, typeId, number);
    const name = `${projectKey}/${number}`;
    const counted = this.#counted.get(name);
    if (counted?.server === server && now() - counted.atMs < countedMs) return true;
    const isComplete = await this.#count(projectKey, number);
    if (isComplete) this.#counted.set(name, { server, atMs: now() });
    return isComplete;
  }

  #count(projectKey: string, number: number): Promise<boolean> {
    const { typeId, indexes } = this.#options;
    return indexes.isComplete(projectKey, typeId, number).catch((error: unknown) => {
      if (error instanceof UnknownIndexError) return false;
      throw error;
    });
  }
}
