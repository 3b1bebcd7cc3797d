/**
 * The indexes of custom fields that a project has. Commits and queries ask for them in Redis itself, so that none
 * misses an index that another process has just added: commits add to an index as soon as it has a state
 * (lua/commit/commit.lua), queries use it as soon as it is complete.
 */
import { batchesOf } from '../base/lists.js';
import { randomUUID } from 'node:crypto';
import { Packr } from 'msgpackr';
import type { RedisClient } from '../base/redis/connect.js';
import { defineScript } from '../base/redis/Script.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { keys } from './keys.js';

/** A custom field of a resource type, as `order` and `custom.fields.code`. */
export interface FieldIndexName {
  readonly typeId: string;
  readonly path: string;
}

/** The name of the index in Redis: `order:custom.fields.code`. */
export const fieldIndexName = ({ typeId, path }: FieldIndexName): string => `${typeId}:${path}`;

const parseFieldIndexName = (name: string): FieldIndexName => {
  const colon = name.indexOf(':');
  return { typeId: name.slice(0, colon), path: name.slice(colon + 1) };
};

/** The state of an index; a removed index that is added again has another `build`. */
interface FieldIndexState {
  readonly build: string;
  readonly isComplete: boolean;
}

export type FieldIndex = FieldIndexName & FieldIndexState;

interface FieldIndexProgress {
  /** The last id that was indexed; empty before the first. */
  readonly lastId: string;
  readonly count: number;
}

/** A resource as it was read, and the lists that it belongs to. */
export interface IndexedResource {
  readonly id: string;
  readonly version: number;
  readonly createdAtMs: number;
  readonly values: readonly { readonly path: string; readonly value: string }[];
}

const scripts = ['fillIndexes', 'setFieldIndexState', 'deleteFieldIndexLists'] as const;
type ScriptCommands = Record<
  (typeof scripts)[number],
  (keyCount: number, ...keysAndArgs: readonly (string | Buffer)[]) => Promise<unknown>
>;

/** Writes plain MessagePack, which cmsgpack of Redis reads. */
const packr = new Packr({ useRecords: false });

/** Bounds the lists that one call deletes, which takes about 0.1 ms. */
const listsAtOnce = 256;

const completeMark = 'complete ';
const buildingMark = 'building ';

const stateText = ({ build, isComplete }: FieldIndexState): string =>
  `${isComplete ? completeMark : buildingMark}${build}`;

const parseState = (text: string): FieldIndexState => ({
  build: text.slice(text.indexOf(' ') + 1),
  isComplete: text.startsWith(completeMark),
});

/** The builds of complete indexes; null where a field has none. */
export const findFieldIndexBuilds = async (
  redis: RedisClient,
  projectKey: string,
  typeId: string,
  paths: readonly string[],
): Promise<(string | null)[]> => {
  const names = paths.map(path => fieldIndexName({ typeId, path }));
  const states = await retryOnce(() => redis.hmget(keys.fieldIndexes(projectKey), ...names));
  return states.map(text => {
    const state = text === null ? undefined : parseState(text);
    return state?.isComplete === true ? state.build : null;
  });
};

export class FieldIndexes {
  readonly #redis: RedisClient & ScriptCommands;

  constructor(client: RedisClient) {
    for (const script of scripts) defineScript(client, script);
    this.#redis = client as RedisClient & ScriptCommands;
  }

  /** Adds a project to those whose indexes may differ from its setting. */
  async registerProject(projectKey: string, now = Date.now()): Promise<void> {
    await this.#redis.zadd(keys.projectsWithFieldIndexes, now, projectKey);
  }

  registeredProjects(): Promise<string[]> {
    return retryOnce(() => this.#redis.zrange(keys.projectsWithFieldIndexes, 0, -1));
  }

  /** Removes a project that was registered before a time. */
  async unregisterProject(projectKey: string, beforeMs: number): Promise<void> {
    const score = await retryOnce(() => this.#redis.zscore(keys.projectsWithFieldIndexes, projectKey));
    if (score !== null && Number(score) < beforeMs) await this.#redis.zrem(keys.projectsWithFieldIndexes, projectKey);
  }

  async states(projectKey: string): Promise<readonly FieldIndex[]> {
    const hash = await retryOnce(() => this.#redis.hgetall(keys.fieldIndexes(projectKey)));
    return Object.entries(hash).map(([name, text]) => ({ ...parseFieldIndexName(name), ...parseState(text) }));
  }

  /** The indexes whose lists are still to be deleted. */
  async removals(projectKey: string): Promise<readonly FieldIndexName[]> {
    return (await retryOnce(() => this.#redis.smembers(keys.fieldIndexRemovals(projectKey)))).map(parseFieldIndexName);
  }

  /** From now on commits write to the index; false where it exists, or is being removed. */
  start(projectKey: string, name: FieldIndexName): Promise<boolean> {
    return this.#change(projectKey, name, undefined, { build: randomUUID(), isComplete: false });
  }

  /** From now on queries use the index. */
  complete(projectKey: string, { build, ...name }: FieldIndex): Promise<boolean> {
    return this.#change(projectKey, name, { build, isComplete: false }, { build, isComplete: true });
  }

  /** From now on nothing uses the index; its lists are still there. */
  remove(projectKey: string, { build, isComplete, ...name }: FieldIndex): Promise<boolean> {
    return this.#change(projectKey, name, { build, isComplete }, undefined);
  }

  async #change(
    projectKey: string,
    name: FieldIndexName,
    expected: FieldIndexState | undefined,
    state: FieldIndexState | undefined,
  ): Promise<boolean> {
    const changed = await this.#redis.setFieldIndexState(
      3,
      keys.fieldIndexes(projectKey),
      keys.fieldIndexRemovals(projectKey),
      keys.fieldIndexProgress(projectKey),
      fieldIndexName(name),
      expected === undefined ? '' : stateText(expected),
      state === undefined ? '' : stateText(state),
    );
    return changed === 1;
  }

  /** Deletes the lists of a removed index, which are named by `values`. */
  async deleteLists(projectKey: string, name: FieldIndexName, values: readonly string[]): Promise<void> {
    const { typeId, path } = name;
    for (const batch of batchesOf(values, listsAtOnce)) {
      const lists = batch.map(value => keys.index(projectKey, typeId, path, value));
      const isRemoving = await this.#redis.deleteFieldIndexLists(
        lists.length + 1,
        keys.fieldIndexRemovals(projectKey),
        ...lists,
        fieldIndexName(name),
      );
      if (isRemoving === 0) return;
    }
    await this.#redis.srem(keys.fieldIndexRemovals(projectKey), fieldIndexName(name));
  }

  async progress(projectKey: string, name: FieldIndex): Promise<FieldIndexProgress> {
    const text = await retryOnce(() => this.#redis.hget(keys.fieldIndexProgress(projectKey), fieldIndexName(name)));
    const [build, count, lastId = ''] = text?.split(' ') ?? [];
    return build === name.build ? { lastId, count: Number(count) } : { lastId: '', count: 0 };
  }

  async recordProgress(projectKey: string, name: FieldIndex, { lastId, count }: FieldIndexProgress): Promise<void> {
    await this.#redis.hset(
      keys.fieldIndexProgress(projectKey),
      fieldIndexName(name),
      `${name.build} ${count} ${lastId}`,
    );
  }

  /**
   * Adds resources to their lists: of declared indexes, or of the index `building` of a custom field. Returns the ids
   * of those that have changed since they were read; undefined when the index is no longer under construction.
   */
  async fill(
    projectKey: string,
    typeId: string,
    resources: readonly IndexedResource[],
    building?: FieldIndex,
  ): Promise<readonly string[] | undefined> {
    const used = [keys.fieldIndexes(projectKey), keys.guard(projectKey)];
    for (const { id, values } of resources) {
      used.push(keys.body(projectKey, typeId, id));
      for (const { path, value } of values) used.push(keys.index(projectKey, typeId, path, value));
    }
    const packed = packr.pack([
      building === undefined ? '' : fieldIndexName(building),
      building === undefined ? '' : stateText(building),
      resources.map(({ id, version, createdAtMs, values }) => [
        id,
        String(version),
        String(createdAtMs),
        values.length,
      ]),
    ]);
    const changed = await retryOnce(() => this.#redis.fillIndexes(used.length, ...used, packed));
    return changed === null ? undefined : (changed as readonly string[]);
  }
}
