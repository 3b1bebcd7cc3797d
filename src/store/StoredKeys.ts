/** All keys of a project as they are stored, for a comparison with each other (src/jobs/verification). */
import type { RedisClient } from '../base/redis/connect.js';
import { addressOf, masterNodes } from '../base/redis/clusterNodes.js';
import { toPairs } from '../base/lists.js';
import { scanPages } from '../base/redis/deleteKeys.js';
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
      yield [...toPairs(page).keys()];
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
      yield new Map(Array.from(toPairs(page), ([target, count]) => [target, Number(count)]));
  }
}
