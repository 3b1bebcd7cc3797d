/** Opens the search indexes and the store of a new project. */
import { randomUUID } from 'node:crypto';
import type { RedisClient } from '../../src/base/redis/connect.js';
import { RedisSearchIndexes } from '../../src/search/redisearch/RedisSearchIndexes.js';
import { keys } from '../../src/store/keys.js';
import type { FindOptions, SearchDocument, IndexEntry, SearchIndexes } from '../../src/search/SearchIndexes.js';
import { bodyOf } from './store.js';

export interface SearchBench {
  readonly indexes: SearchIndexes;
  readonly projectKey: string;
  /** The state of the search, as activation and rebuilds write it. */
  readonly setState: (numbers: Readonly<Record<string, number>>) => Promise<void>;
  /** Stores a body and returns its id, a new one by default. */
  readonly store: (version: number, id?: string) => Promise<string>;
  readonly forget: (id: string) => Promise<void>;
  readonly mark: (id: string, score?: number) => Promise<void>;
  readonly marks: () => Promise<Record<string, number>>;
  /** Returns the ids of the hits in order. */
  readonly ids: (number: number, query?: string, options?: Partial<FindOptions>) => Promise<string[]>;
}

export const documentOf = (
  tags: readonly string[],
  created = 1,
  content = `content of ${tags.join()}`,
): SearchDocument => ({
  tags,
  numbers: { created, modified: created, cents: 100, version: 1 },
  content: Buffer.from(content),
});

export const entryOf = (id: string, version: number, tags: readonly string[], created?: number): IndexEntry => ({
  id,
  version,
  document: documentOf(tags, created),
});

export const plainFind: FindOptions = { sortBy: 'created', descending: false, offset: 0, limit: 100, content: false };

export const searchBench = (redis: RedisClient): SearchBench => {
  const projectKey = `s-${randomUUID().slice(0, 13)}`;
  const indexes = new RedisSearchIndexes(redis, { queryTimeoutMs: 10_000 });
  const marks = keys.dirtyMarks(projectKey, 'order');
  return {
    indexes,
    projectKey,
    setState: async numbers => {
      const key = keys.searchState(projectKey, 'order');
      await redis.del(key);
      if (Object.keys(numbers).length > 0) await redis.hset(key, numbers);
    },
    store: async (version, id = randomUUID()) => {
      await redis.set(keys.body(projectKey, 'order', id), bodyOf(id, version));
      return id;
    },
    forget: async id => {
      await redis.del(keys.body(projectKey, 'order', id));
    },
    mark: async (id, score = 1) => {
      await redis.zadd(marks, score, id);
    },
    marks: async () => {
      const flat = await redis.zrange(marks, 0, -1, 'WITHSCORES');
      return Object.fromEntries(flat.flatMap((id, index) => (index % 2 === 0 ? [[id, Number(flat[index + 1])]] : [])));
    },
    ids: async (number, query = '*', options = {}) =>
      (await indexes.find(projectKey, 'order', number, query, { ...plainFind, ...options })).hits.map(({ id }) => id),
  };
};
