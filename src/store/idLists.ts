/** The sorted sets behind id lists, and their bounds in the form of Redis. */
import type { RedisClient } from '../base/redis/connect.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { keys } from './keys.js';
import type { IdList, ListBounds, RankRange } from './DataStore.js';
import { firstIdOf, timeOfId } from './timeOrderedId.js';

/** The list of ids of a type with time-ordered ids is also the list by creation. */
const isByIdTime = (list: IdList): boolean => list.by === 'createdAt' && list.inIds === true;

/** Tells whether a list is in the order of its ids. */
export const isLexical = (list: IdList): boolean => list.by === 'id' || isByIdTime(list);

export const listKey = (projectKey: string, typeId: string, list: IdList): string => {
  if (list.by === 'id' || isByIdTime(list)) return keys.ids(projectKey, typeId);
  return list.by === 'value'
    ? keys.index(projectKey, typeId, list.path, list.value)
    : keys.time(projectKey, typeId, list.by);
};

/** The bound that excludes everything from `from` on. */
const boundBefore = (from: string): string => (from.startsWith('(') ? from.slice(1) : `(${from}`);

/** Redis marks an included bound of a lexical range by `[`. */
const lexicalBound = (bound: string): string => (bound.startsWith('(') ? bound : `[${bound}`);

/** The lexical bound behind the ids up to a time, which may be excluded. */
const idTimeBound = (bound: string): string =>
  bound.startsWith('(') ? `(${firstIdOf(Number(bound.slice(1)))}` : `(${firstIdOf(Number(bound) + 1)}`;

/** Bounds in the form of Redis, for a list in the order of its ids. */
export const lexicalSpan = (list: IdList, { from, to }: ListBounds): ListBounds => {
  const isTime = isByIdTime(list);
  // The bound behind the ids before `from` excludes the first id that belongs to the span.
  const lexicalFrom = () => (isTime ? `[${idTimeBound(boundBefore(from)).slice(1)}` : lexicalBound(from));
  const lexicalTo = () => (isTime ? idTimeBound(to) : lexicalBound(to));
  return { from: from === '-' ? from : lexicalFrom(), to: to === '+' ? to : lexicalTo() };
};

const countUpTo = (redis: RedisClient, key: string, list: IdList, bound: string): Promise<number> => {
  if (isByIdTime(list)) return redis.zlexcount(key, '-', idTimeBound(bound));
  return list.by === 'id' ? redis.zlexcount(key, '-', lexicalBound(bound)) : redis.zcount(key, '-inf', bound);
};

export const findRankRange = async (
  redis: RedisClient,
  key: string,
  list: IdList,
  { from, to }: ListBounds,
): Promise<RankRange> => {
  const [fromRank, toRank] = await Promise.all([
    from === '-' ? 0 : retryOnce(() => countUpTo(redis, key, list, boundBefore(from))),
    retryOnce(() => (to === '+' ? redis.zcard(key) : countUpTo(redis, key, list, to))),
  ]);
  return { from: fromRank, to: Math.max(fromRank, toRank) };
};

/** The scores of ids in a list; null where it does not contain the id. */
export const findScores = async (
  redis: RedisClient,
  key: string,
  list: IdList,
  ids: readonly string[],
): Promise<(number | null)[]> => {
  if (ids.length === 0) return [];
  const scores = await retryOnce(() => redis.zmscore(key, ...ids));
  return scores.map((score, at) => {
    if (score === null) return null;
    return isByIdTime(list) ? timeOfId(ids[at]!) : Number(score);
  });
};
