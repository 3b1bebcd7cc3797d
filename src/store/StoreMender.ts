/** Mends stored facts that contradict the bodies of a project, beside commits (lua/commit/mendStoredFact.lua). */
import { defineScript } from '../base/redis/Script.js';
import type { RedisClient } from '../base/redis/connect.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { type FieldIndexName, fieldIndexName } from './FieldIndexes.js';
import { keys } from './keys.js';

/** A body as it was read; without a version it did not exist. */
export interface ReadBody {
  readonly typeId: string;
  readonly id: string;
  readonly version?: number;
}

/** A fact in one key, as it was found and as the bodies ask for it; null where there is none. */
export interface StoredFact {
  readonly key: string;
  /** `key` stands for a whole key of any type. */
  readonly form: 'zset' | 'hash' | 'string' | 'key';
  /** The member of a zset, or the field of a hash. */
  readonly member?: string;
  readonly found: string | number | null;
  readonly wanted: string | number | null;
  /** The second at which a new hash expires. */
  readonly expiresAt?: number;
  /** Bodies that determine the wanted value: if one of them has changed, the fact stays. */
  readonly bodies?: readonly ReadBody[];
  /** The index of a custom field that the key belongs to; `exists` tells whether the project must have it. */
  readonly fieldIndex?: FieldIndexName & { readonly exists: boolean };
}

interface MendingScript {
  mendStoredFact(keyCount: number, ...keysAndArgs: readonly string[]): Promise<0 | 1>;
}

const textOf = (value: string | number | null | undefined): string => (value == null ? '' : String(value));

export class StoreMender {
  readonly #redis: RedisClient & MendingScript;

  constructor(redis: RedisClient) {
    if (!('mendStoredFact' in redis)) defineScript(redis, 'mendStoredFact');
    this.#redis = redis as RedisClient & MendingScript;
  }

  /** Mends a fact. Resolves to false where the fact or one of the bodies has changed since it was read. */
  async mend(projectKey: string, fact: StoredFact): Promise<boolean> {
    const { key, form, member, found, wanted, expiresAt, bodies = [], fieldIndex } = fact;
    const used = [
      key,
      keys.fieldIndexes(projectKey),
      keys.fieldIndexRemovals(projectKey),
      ...bodies.map(({ typeId, id }) => keys.body(projectKey, typeId, id)),
    ];
    const mended = await this.#redis.mendStoredFact(
      used.length,
      ...used,
      form,
      textOf(member),
      textOf(found),
      textOf(wanted),
      textOf(expiresAt),
      fieldIndex === undefined ? '' : fieldIndexName(fieldIndex),
      fieldIndex?.exists === true ? '1' : '0',
      ...bodies.map(({ version }) => textOf(version)),
    );
    return mended === 1;
  }

  /** Deletes a key that belongs to nothing, of any slot. */
  async deleteKey(key: string): Promise<boolean> {
    return (await retryOnce(() => this.#redis.unlink(key))) === 1;
  }
}
