/** Opens the store without a server, and reads the keys of a project. */
import { randomUUID } from 'node:crypto';
import { t } from './tap.js';
import { ApiError } from '../../src/base/errors/ApiError.js';
import type { ChangeSet, FieldValue, ResourceWrite } from '../../src/store/ChangeSet.js';
import { connect, type RedisClient } from '../../src/base/redis/connect.js';
import { createStore } from '../../src/store/createStore.js';
import type { DataStore } from '../../src/store/DataStore.js';
import { listKeys } from './listKeys.js';

export interface StoreBench {
  readonly redis: RedisClient;
  readonly store: DataStore;
  readonly projectKey: string;
  /** Makes a change set with a unique commit id. */
  readonly changeSet: (writes: readonly ResourceWrite[], references?: ReadonlyMap<string, number>) => ChangeSet;
  /** Reads all keys of the project with their content, except the log of commits. */
  readonly dump: () => Promise<Record<string, unknown>>;
}

const none: readonly FieldValue[] = [];
const unchanged = { added: none, removed: none };

/** Returns a body with the members that all stored resources begin with. */
export const bodyOf = (id: string, version: number, rest: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ id, version, createdAt: '1970-01-01T00:00:01.000Z', ...rest }));

export const writeOf = (id: string, changes: Partial<ResourceWrite> = {}): ResourceWrite => ({
  typeId: 'thing',
  id,
  body: bodyOf(id, 1),
  createdAtMs: 1_000,
  lastModifiedAtMs: 1_000,
  unique: unchanged,
  indexes: unchanged,
  ...changes,
});

export const keyValue = (value: string): FieldValue => ({ path: 'key', value });

/** Returns the index entries that a write adds for a resource. */
export const addedValues = (...added: FieldValue[]): ResourceWrite['unique'] => ({ added, removed: none });

export const commitRefusal = async (commit: Promise<void>): Promise<ApiError> => {
  try {
    await commit;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the commit was not refused');
};

const contentOf = async (redis: RedisClient, key: string): Promise<unknown> => {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    default:
      return redis.zrange(key, 0, -1, 'WITHSCORES');
  }
};

export const openStore = (): StoreBench => {
  // Tests write many megabytes on a busy machine, so commands may take long.
  const redis = connect(process.env.REDIS_URL!, { commandTimeout: 30_000 });
  t.teardown(() => redis.disconnect());
  const projectKey = `s-${randomUUID().slice(0, 13)}`;
  return {
    redis,
    projectKey,
    store: createStore(redis),
    changeSet: (writes, references = new Map()) => ({ commitId: randomUUID(), projectKey, writes, references }),
    dump: async () => {
      const names = (await listKeys(redis, `{${projectKey}}*`)).filter(key => !key.includes(':commits:')).sort();
      return Object.fromEntries(
        await Promise.all(
          names.map(async key => [key.replace(`{${projectKey}}:`, ''), await contentOf(redis, key)] as const),
        ),
      );
    },
  };
};
