/**
 * Walks an id list in chunks. A chunk begins after the last id of the chunk before it, and not at a rank: ranks shift
 * while others write, so that ids would be left out or come twice.
 */
import type { RedisClient } from '../base/redis/connect.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { isLexical, lexicalSpan } from './idLists.js';
import type { IdList, ListBounds, ListWalk } from './DataStore.js';

interface Entry {
  readonly id: string;
  readonly score: string;
}

async function* walkLexically(
  redis: RedisClient,
  key: string,
  span: ListBounds,
  { direction, chunkSize }: ListWalk,
): AsyncGenerator<string[]> {
  let { from, to } = span;
  for (;;) {
    const ids = await retryOnce(() =>
      direction === 'asc'
        ? redis.zrange(key, from, to, 'BYLEX', 'LIMIT', 0, chunkSize)
        : redis.zrange(key, to, from, 'BYLEX', 'REV', 'LIMIT', 0, chunkSize),
    );
    yield ids;
    if (ids.length < chunkSize) return;
    const bound = `(${ids.at(-1)}`;
    if (direction === 'asc') from = bound;
    else to = bound;
  }
}

const readEntries = async (
  redis: RedisClient,
  key: string,
  { from, to }: ListBounds,
  { direction, chunkSize: count }: ListWalk,
): Promise<Entry[]> => {
  const answer = await retryOnce(() =>
    direction === 'asc'
      ? redis.zrange(key, from, to, 'BYSCORE', 'LIMIT', 0, count, 'WITHSCORES')
      : redis.zrange(key, to, from, 'BYSCORE', 'REV', 'LIMIT', 0, count, 'WITHSCORES'),
  );
  const entries: Entry[] = [];
  for (let at = 0; at < answer.length; at += 2) entries.push({ id: answer[at]!, score: answer[at + 1]! });
  return entries;
};

/** A chunk begins with the score that the chunk before it ended with, since several ids can have one score. */
async function* walkByScore(
  redis: RedisClient,
  key: string,
  bounds: ListBounds,
  walk: ListWalk,
): AsyncGenerator<string[]> {
  let from = bounds.from === '-' ? '-inf' : bounds.from;
  let to = bounds.to === '+' ? '+inf' : bounds.to;
  if (walk.direction === 'asc') {
    // Ids that get a later score meanwhile are left out: those that the walk has passed would come twice.
    const [last] = await readEntries(redis, key, { from, to }, { direction: 'desc', chunkSize: 1 });
    if (last === undefined) return;
    to = last.score;
  }
  let seen = new Set<string>();
  for (;;) {
    const count = walk.chunkSize + seen.size;
    const entries = await readEntries(redis, key, { from, to }, { ...walk, chunkSize: count });
    const passed = seen;
    yield entries.filter(({ id }) => !passed.has(id)).map(({ id }) => id);
    const last = entries.at(-1);
    if (last === undefined || entries.length < count) return;
    seen = new Set(entries.filter(({ score }) => score === last.score).map(({ id }) => id));
    if (walk.direction === 'asc') from = last.score;
    else to = last.score;
  }
}

export const walkIds = (
  redis: RedisClient,
  key: string,
  list: IdList,
  bounds: ListBounds,
  walk: ListWalk,
): AsyncGenerator<string[]> =>
  isLexical(list) ? walkLexically(redis, key, lexicalSpan(list, bounds), walk) : walkByScore(redis, key, bounds, walk);
