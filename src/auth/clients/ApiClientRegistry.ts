import type { Repository } from 'redis-om';
import type { RedisClient } from '../../base/redis/connect.js';
import { retryOnce } from '../../base/redis/redisErrors.js';
import type { ConfirmWrites } from '../../store/ReplicatedCommitRunner.js';

/** Authenticates an API client; found by the client's id alone. */
export interface ApiClientRecord {
  readonly id: string;
  readonly projectKey: string;
  readonly name: string;
  /** Space-separated scopes in wire form, `manage_project:demo`. */
  readonly scope: string;
  readonly secretHash: string;
  readonly createdAt: string;
  /** The client's own lifetime of tokens; the service's default where it is absent. */
  readonly accessTokenValiditySeconds?: number;
  readonly refreshTokenValiditySeconds?: number;
  /** The time at which the client expires. */
  readonly deleteAt?: string;
  /** True if the audit log records the changes of its tokens. */
  readonly isAudited?: boolean;
}

/** Read values in the form in which redis-om writes them. */
const readers = {
  string: (text: string): unknown => text,
  number: Number,
  boolean: (text: string): unknown => text === '1',
};

/** The members of a record as redis-om keeps them in a hash. */
const fields = {
  id: { type: 'string' },
  projectKey: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string' },
  secretHash: { type: 'string' },
  createdAt: { type: 'string' },
  accessTokenValiditySeconds: { type: 'number' },
  refreshTokenValiditySeconds: { type: 'number' },
  deleteAt: { type: 'string' },
  isAudited: { type: 'boolean' },
} as const satisfies Record<keyof ApiClientRecord, { readonly type: keyof typeof readers }>;

/** The prefix of the keys of all records. */
const keyPrefix = 'quayside:apiClient';

/** The id in braces, so that the records are spread over all slots of a cluster. */
const hashTag = (id: string): string => `{${id}}`;

export const apiClientKey = (id: string): string => `${keyPrefix}:${hashTag(id)}`;

const idPattern = /^[A-Za-z0-9_-]{8,64}$/;

const toRecord = (hash: Readonly<Record<string, string>>): ApiClientRecord =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]) => {
      const text = hash[name];
      return text === undefined ? [] : [[name, readers[type](text)]];
    }),
  ) as unknown as ApiClientRecord;

/**
 * Keeps the records of API clients as redis-om entities in hashes (docs/decisions/redis-om.md). A token request reads
 * the hash itself, since the library takes 70 ms to load; it is loaded by the first write. Both use the connection of
 * the thread, with its time limits. Where replicas confirm changes, a write resolves when they have it.
 */
export class ApiClientRegistry {
  #loading: Promise<Repository> | undefined;

  constructor(
    private readonly redis: RedisClient,
    private readonly confirmWrites: ConfirmWrites,
  ) {}

  /** Resolves to undefined for an id that no client has. */
  async find(id: string): Promise<ApiClientRecord | undefined> {
    if (!idPattern.test(id)) return undefined;
    const hash = await retryOnce(() => this.redis.hgetall(apiClientKey(id)));
    return hash.id === undefined ? undefined : toRecord(hash);
  }

  async save(record: ApiClientRecord): Promise<void> {
    await (await this.#repository()).save(hashTag(record.id), { ...record });
    await this.confirmWrites(hashTag(record.id));
  }

  async remove(id: string): Promise<void> {
    await (await this.#repository()).remove(hashTag(id));
    await this.confirmWrites(hashTag(id));
  }

  #repository(): Promise<Repository> {
    this.#loading ??= import('../../base/redis/entityRepository.js').then(({ entityRepository }) =>
      entityRepository(this.redis, keyPrefix, fields),
    );
    return this.#loading;
  }
}
