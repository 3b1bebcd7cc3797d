/** What is to be looked at one by one: found and brought a stretch of time after the other. */
import { limits } from '../../config/limits.js';
import type { SortedHit, Hit } from '../../store/SearchIndexes.js';
import type { NumberColumn } from '../searchFields.js';
import { allOf, columnBetween, type Condition, conditionText } from '../plan/Condition.js';
import type { SearchedIndex } from './runSearch.js';
import { type TimeWindow, timeWindows } from './timeWindows.js';

export interface IndexOrder {
  readonly sortBy: NumberColumn;
  readonly descending: boolean;
}

/** Ties, too, are in this order. */
export const newestFirst: IndexOrder = { sortBy: 'created', descending: true };

/** By sort key, those alike by their ids: the index has them in any order. */
export const sortHits = (hits: readonly SortedHit[], descending: boolean): SortedHit[] => {
  const direction = descending ? -1 : 1;
  return [...hits].sort((one, other) => direction * (one.sortKey - other.sortKey || (one.id < other.id ? -1 : 1)));
};

/** Fetched ahead: should one before it fail, nobody waits for it. */
const ahead = <T>(fetching: Promise<T>): Promise<T> => {
  fetching.catch(() => undefined);
  return fetching;
};

/** What each of a list comes to, the next one being fetched while one is looked at. */
async function* inTurn<Item, T>(items: readonly Item[], fetch: (item: Item) => Promise<T>): AsyncGenerator<T> {
  let next = items.length === 0 ? undefined : ahead(fetch(items[0]!));
  for (let at = 1; next !== undefined; at++) {
    const fetched: T = await next;
    next = at < items.length ? ahead(fetch(items[at]!)) : undefined;
    yield fetched;
  }
}

/** Contents fetched in one call. */
const chunkSize = 500;

const chunksOf = (ids: readonly string[]): (readonly string[])[] => {
  const chunks: (readonly string[])[] = [];
  for (let at = 0; at < ids.length; at += chunkSize) chunks.push(ids.slice(at, at + chunkSize));
  return chunks;
};

/** So many are found at once, with their contents: that holds Redis up for some 10 ms. */
const foundAtOnce = 2_000;

/** What is found in a stretch of time, newest first; contents apart where there is more than a stretch was to hold. */
interface Stretch {
  readonly hits: readonly Hit[];
  readonly ids: readonly string[];
}

const stretchOf = async ({ find }: SearchedIndex, text: string): Promise<Stretch> => {
  const { total, hits } = await find(text, { ...newestFirst, offset: 0, limit: 2 * foundAtOnce, content: true });
  if (total <= hits.length) return { hits: sortHits(hits, true), ids: [] };
  const { hits: all } = await find(text, { ...newestFirst, offset: 0, limit: limits.searchFoundMax, content: false });
  return { hits: [], ids: sortHits(all, true).map(({ id }) => id) };
};

/** What the index finds, newest first, with contents. */
export async function* findCandidates(
  searched: SearchedIndex,
  condition: Condition,
): AsyncGenerator<readonly (Hit | null)[]> {
  const { total } = await searched.find(conditionText(condition)!, {
    ...newestFirst,
    offset: 0,
    limit: 0,
    content: false,
  });
  const windows =
    total <= foundAtOnce ? [undefined] : timeWindows(await searched.boundaries(Math.ceil(total / foundAtOnce)));
  const within = (window: TimeWindow | undefined): Condition =>
    window === undefined ? condition : allOf([condition, columnBetween(newestFirst.sortBy, window.from, window.to)]);
  for await (const { hits, ids } of inTurn(windows, window => stretchOf(searched, conditionText(within(window))!))) {
    yield hits;
    yield* inTurn(chunksOf(ids), searched.contents);
  }
}
