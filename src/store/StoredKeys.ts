/** All keys of a project as they are stored, for a comparison with each other (src/jobs/verification). */
import type { RedisClient } from '../base/redis/connect.js';
import { addressOf, masterNodes } from '../base/redis/clusterNodes.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { keys } from './keys.js';
import { parseKey, type StoredKey } from './parseKey.js';
import { readTotals } from './dailyTotals.js';

/** A key that holds many ids. */
export type ListKey = Extract<StoredKey, { kind: 'ids' } | { kind: 'time' } | { kind: 'index' }>;

const pageSize = 1_000;

/** The name of a list in Redis. */
export const listKey = (projectKey: string, list: ListKey): string => {
  if (list.kind === 'ids') return keys.ids(projectKey, list.typeId);
  return list.kind === 'time'
    ? keys.time(projectKey, list.typeId, list.field)
    : keys.index(projectKey, list.typeId, list.path, list.value);
};

/** Reads a flat list of names, each followed by its value, as HSCAN and ZSCAN answer. */
const toEntries = (flat: readonly string[]): [name: string, value: string][] => {
  const entries: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) entries.push([String(flat[at]), String(flat[at + 1])]);
  return entries;
};

/** Follows the cursor of a SCAN command to its end. */
async function* scanPages<T>(scan: (cursor: string) => Promise<[string, T]>): AsyncGenerator<T> {
  let cursor = '0';
  do {
    const [nextCursor, page] = await retryOnce(() => scan(cursor));
    yield page;
    cursor = nextCursor;
  } while (cursor !== '0');
}

export class StoredKeys {
  constructor(
    private readonly redis: RedisClient,
    /** Nodes of a cluster, as `host:port`, whose keys are not listed. */
    private readonly leftOut: readonly string[] = [],
  ) {}

  /** Lists the keys of a project in pages; a key that exists all the time is listed at least once. */
  async *all(projectKey: string): AsyncGenerator<readonly StoredKey[]> {
    const pattern = keys.pattern(projectKey);
    for (const node of masterNodes(this.redis).filter(each => !this.leftOut.includes(addressOf(each))))
      for await (const page of scanPages(cursor => node.scan(cursor, 'MATCH', pattern, 'COUNT', pageSize)))
        yield page.map(key => parseKey(projectKey, key)).filter(key => key !== undefined);
  }

  /** Returns the names whose keys exist. */
  async existing(names: readonly string[]): Promise<string[]> {
    const answers = await Promise.all(names.map(name => retryOnce(() => this.redis.exists(name))));
    return names.filter((_, at) => answers[at] === 1);
  }

  async exists(projectKey: string, list: ListKey): Promise<boolean> {
    return (await retryOnce(() => this.redis.exists(listKey(projectKey, list)))) === 1;
  }

  async *members(projectKey: string, list: ListKey): AsyncGenerator<readonly string[]> {
    const key = listKey(projectKey, list);
    for await (const page of scanPages(cursor => this.redis.zscan(key, cursor, 'COUNT', pageSize)))
      yield toEntries(page).map(([member]) => member);
  }

  /** Returns ids of a type after one, in lexical order. */
  idsAfter(projectKey: string, typeId: string, id: string, count: number): Promise<string[]> {
    const from = id === '' ? '-' : `(${id}`;
    return retryOnce(() => this.redis.zrangebylex(keys.ids(projectKey, typeId), from, '+', 'LIMIT', 0, count));
  }

  /** Returns how many targets are referred to. */
  targetCount(projectKey: string): Promise<number> {
    return retryOnce(() => this.redis.hlen(keys.references(projectKey)));
  }

  totals(projectKey: string, name: string, day: string): Promise<ReadonlyMap<string, number>> {
    return readTotals(this.redis, projectKey, name, day);
  }

  /** Lists targets with their counts of references, in pages. */
  async *targets(projectKey: string): AsyncGenerator<ReadonlyMap<string, number>> {
    const key = keys.references(projectKey);
    for await (const page of scanPages(cursor => this.redis.hscan(key, cursor, 'COUNT', pageSize)))
      yield new Map(toEntries(page).map(([target, count]) => [target, Number(count)]));
  }
}
