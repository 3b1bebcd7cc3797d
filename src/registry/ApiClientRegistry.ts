import type { RedisClient } from '../redis/connect.js';
import { retryOnce } from '../redis/retryOnce.js';
import type { ConfirmWrites } from '../store/ReplicatedCommitRunner.js';
import { type ApiClientRecord, apiClientFields, apiClientHashes, hashTag } from './ApiClientRecord.js';

const idPattern = /^[A-Za-z0-9_-]{8,64}$/;

const toRecord = (hash: Readonly<Record<string, string>>): ApiClientRecord =>
  Object.fromEntries(
    Object.entries(apiClientFields).flatMap(([name, { type }]) => {
      const text = hash[name];
      return text === undefined ? [] : [[name, type === 'number' ? Number(text) : text]];
    }),
  ) as unknown as ApiClientRecord;

/**
 * Keeps the records of API clients as redis-om entities in hashes. A token request reads the hash itself, since the
 * library takes a tenth of a second to load; it is loaded by the first write. Both use the connection of the thread,
 * with its time limits. Where replicas confirm changes, a write resolves when they have it.
 */
export class ApiClientRegistry {
  #loading: Promise<ReturnType<typeof import('./apiClientRepository.js')['apiClientRepository']>> | undefined;

  constructor(
    private readonly redis: RedisClient,
    private readonly confirmWrites: ConfirmWrites,
  ) {}

  /** Resolves to undefined for an id that no client has. */
  async find(id: string): Promise<ApiClientRecord | undefined> {
    if (!idPattern.test(id)) return undefined;
    const hash = await retryOnce(() => this.redis.hgetall(`${apiClientHashes}:${hashTag(id)}`));
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

  async #repository() {
    this.#loading ??= import('./apiClientRepository.js').then(({ apiClientRepository }) =>
      apiClientRepository(this.redis),
    );
    return this.#loading;
  }
}
