/** All keys of a project as they are stored, for who compares them with each other (src/verify). */
import { retryOnce } from '../redis/retryOnce.js';
import type { RedisClient } from '../redis/connect.js';
import { getMany } from '../redis/getMany.js';
import { keys } from './keys.js';
import { masterNodes } from '../redis/masterNodes.js';

/** What belongs to a resource type: its bodies, what is hidden beside them, and what leads to them. */
export type StoredKey =
  | { readonly is: 'body'; readonly typeId: string; readonly id: string }
  | { readonly is: 'hidden'; readonly typeId: string; readonly id: string }
  | { readonly is: 'unique'; readonly typeId: string; readonly path: string; readonly value: string }
  | { readonly is: 'index'; readonly typeId: string; readonly path: string; readonly value: string }
  | { readonly is: 'ids'; readonly typeId: string }
  | { readonly is: 'time'; readonly typeId: string; readonly field: string }
  | { readonly is: 'holder'; readonly target: string };

/** Keys that hold many ids. */
export type ListKey = Extract<StoredKey, { is: 'ids' } | { is: 'time' } | { is: 'index' }>;

const pageSize = 1_000;

const divide = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

const ofType = (typeId: string, rest: string): StoredKey | undefined => {
  const [kind, name] = divide(rest, ':');
  const [path, value] = divide(name, ':');
  switch (kind) {
    case 'b':
      return { is: 'body', typeId, id: name };
    case 'h':
      return { is: 'hidden', typeId, id: name };
    case 'u':
      return { is: 'unique', typeId, path, value };
    case 'x':
      return { is: 'index', typeId, path, value };
    case 't':
      return { is: 'time', typeId, field: name };
    case 'ids':
      return { is: 'ids', typeId };
    default:
      return undefined;
  }
};

/** What a key of src/store/keys.ts stands for; undefined for what has no resource type, such as tokens. */
export const readKey = (projectKey: string, key: string): StoredKey | undefined => {
  const [first, rest] = divide(key.slice(keys.prefix(projectKey).length), ':');
  if (first === 'holder') return { is: 'holder', target: rest };
  return rest === '' ? undefined : ofType(first, rest);
};

export interface StoredKeys {
  /** In steps; one that exists from beginning to end comes at least once. */
  all(projectKey: string): AsyncGenerator<readonly StoredKey[]>;
  /** Members of a list, in steps. */
  members(projectKey: string, list: ListKey): AsyncGenerator<readonly string[]>;
  /** Ids of a type behind `place` in their order. */
  idsAfter(projectKey: string, typeId: string, place: string, count: number): Promise<string[]>;
  /** Who holds each target, null for nobody. */
  holders(projectKey: string, targets: readonly string[]): Promise<(string | null)[]>;
  /** How many targets something refers to. */
  targetCount(projectKey: string): Promise<number>;
  /** Targets with their counts, in steps. */
  targets(projectKey: string): AsyncGenerator<ReadonlyMap<string, number>>;
}

const listKey = (projectKey: string, list: ListKey): string => {
  if (list.is === 'ids') return keys.ids(projectKey, list.typeId);
  return list.is === 'time'
    ? keys.time(projectKey, list.typeId, list.field)
    : keys.index(projectKey, list.typeId, list.path, list.value);
};

/** Pairs of one after the other, as HSCAN and ZSCAN answer. */
const pairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!]);

/** Follows a cursor to its end. */
async function* pages<T>(ask: (cursor: string) => Promise<[string, T]>): AsyncGenerator<T> {
  let cursor = '0';
  do {
    const [next, page] = await retryOnce(() => ask(cursor));
    yield page;
    cursor = next;
  } while (cursor !== '0');
}

export const createStoredKeyReader = (redis: RedisClient): StoredKeys => ({
  async *all(projectKey) {
    const pattern = `${keys.prefix(projectKey)}*`;
    for (const node of masterNodes(redis))
      for await (const page of pages(cursor => node.scan(cursor, 'MATCH', pattern, 'COUNT', pageSize)))
        yield page.map(key => readKey(projectKey, key)).filter(key => key !== undefined);
  },
  async *members(projectKey, list) {
    const key = listKey(projectKey, list);
    for await (const page of pages(cursor => redis.zscan(key, cursor, 'COUNT', pageSize)))
      yield pairs(page).map(([member]) => member);
  },
  idsAfter: (projectKey, typeId, place, count) =>
    retryOnce(() =>
      redis.zrangebylex(keys.ids(projectKey, typeId), place === '' ? '-' : `(${place}`, '+', 'LIMIT', 0, count),
    ),
  holders: (projectKey, targets) =>
    getMany(
      redis,
      targets.map(target => keys.holder(projectKey, target)),
    ),
  targetCount: projectKey => retryOnce(() => redis.hlen(keys.references(projectKey))),
  async *targets(projectKey) {
    for await (const page of pages(cursor => redis.hscan(keys.references(projectKey), cursor, 'COUNT', pageSize)))
      yield new Map(pairs(page).map(([target, count]) => [target, Number(count)]));
  },
});
