import { batchesOf } from '../../base/lists.js';
import type { NumberColumn } from '../redisearch/Generation.js';
import type {
  SortedHit,
  FindOptions,
  Hit,
  IndexChange,
  IndexHits,
  IndexPosition,
  SearchIndexes,
} from '../SearchIndexes.js';
import { type DataStore, wholeList } from '../../store/DataStore.js';
import type { ContentMembers } from '../document/unpackPart.js';
import { expressionsIn, preferencesOf, type Query, type SearchRequest, type SortCriterion } from '../query/ast.js';
import type { SearchField } from '../fields/SearchField.js';
import { limits } from '../../base/config/limits.js';
import { allOf, columnBetween, type Condition, conditionText } from '../plan/Condition.js';

/** The items are cut when they exceed twice the count by this number, so that each item costs few comparisons. */
const surplus = 1_000;

/**
 * Keeps the first `count` items of an order, which is enough for a page of any number of matches. Equal items keep
 * their order.
 */
export class TopK<T> {
  readonly #count: number;
  readonly #compare: (one: T, other: T) => number;
  #items: T[] = [];
  /** The last item that was kept at the last cut; items after it are not kept. */
  #last: T | undefined;

  constructor(count: number, compare: (one: T, other: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) >= 0) return;
    if (this.#items.push(item) > 2 * this.#count + surplus) this.#sortAndTruncate();
  }

  /** Returns the kept items, sorted. */
  items(): T[] {
    this.#sortAndTruncate();
    return this.#items;
  }

  #sortAndTruncate(): void {
    this.#items.sort(this.#compare);
    this.#items = this.#items.slice(0, this.#count);
    this.#last = this.#items[this.#count - 1];
  }
}

/** A sequence by which the index itself can sort. */
export interface IndexOrder {
  readonly sortBy: NumberColumn;
  readonly descending: boolean;
}

/** The default order, also of hits that compare equal. */
export const newestFirst: IndexOrder = { sortBy: 'created', descending: true };

/** Sorts hits by sort key, then by id, because the index returns hits of one sort key in any order. */
export const sortHits = (hits: readonly SortedHit[], descending: boolean): SortedHit[] => {
  const direction = descending ? -1 : 1;
  return [...hits].sort((one, other) => direction * (one.sortKey - other.sortKey || (one.id < other.id ? -1 : 1)));
};

/** A range of times in milliseconds since the epoch; both ends are included. */
interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Returns creation times that divide all resources into about this many windows, the newest first. */
type TimeBoundaries = (windowCount: number) => Promise<readonly number[]>;

const creationTimeBoundaries =
  (store: DataStore, typeId: string, projectKey: string): TimeBoundaries =>
  async windowCount => {
    const list = { by: 'createdAt' } as const;
    const { to: count } = await store.rankRange(projectKey, typeId, list, wholeList);
    const step = Math.max(1, Math.ceil(count / windowCount));
    const ranks: number[] = [];
    for (let rank = count - step; rank > 0; rank -= step) ranks.push(rank);
    const ids = await Promise.all(
      ranks.map(rank => store.idsInRange(projectKey, typeId, list, { from: rank, to: rank + 1 })),
    );
    const times = await store.scores(projectKey, typeId, list, ids.flat());
    return [...new Set(times.filter(time => time !== null))].sort((one, other) => other - one);
  };

/**
 * Returns the windows between the boundaries, the newest first, which cover all time. Many candidates are read window
 * by window: a single search would block Redis for other requests, and its ids would fill the memory of the worker.
 */
export const timeWindows = (boundaries: readonly number[]): TimeWindow[] => {
  let to = Infinity;
  return [...boundaries, -Infinity].map(from => {
    const window = { from, to };
    to = from - 1;
    return window;
  });
};

/** The access of searches to the index of one project. */
export interface SearchedIndex {
  readonly projectKey: string;
  readonly find: (query: string, options: FindOptions) => Promise<IndexHits>;
  readonly contents: (ids: readonly string[]) => Promise<(Hit | null)[]>;
  readonly boundaries: TimeBoundaries;
}

/** Redis reads so many documents in less than two milliseconds. */
const documentsPerPage = 200;

/** The access of columns to the index and its changes. */
export interface FollowedIndex extends SearchedIndex {
  readonly number: number;
  /** The number of resources, which is about that of the documents. */
  readonly count: () => Promise<number>;
  /** Yields the ids of all resources, some at a time. */
  readonly pages: () => AsyncIterable<readonly string[]>;
  readonly recordChanges: () => Promise<IndexPosition>;
  readonly changesSince: (position: IndexPosition) => Promise<readonly IndexChange[] | undefined>;
}

export const searchedIndex = (
  { indexes, store }: { readonly indexes: SearchIndexes; readonly store: DataStore },
  typeId: string,
  projectKey: string,
  number: number,
): FollowedIndex => ({
  projectKey,
  number,
  find: (query, options) => indexes.find(projectKey, typeId, number, query, options),
  contents: ids => indexes.contents(projectKey, typeId, number, ids),
  boundaries: creationTimeBoundaries(store, typeId, projectKey),
  count: async () => (await store.rankRange(projectKey, typeId, { by: 'id' }, wholeList)).to,
  pages: () =>
    store.walk(projectKey, typeId, { by: 'id' }, wholeList, { direction: 'asc', chunkSize: documentsPerPage }),
  recordChanges: () => indexes.recordChanges(projectKey, typeId, number),
  changesSince: position => indexes.changesSince(projectKey, typeId, number, position),
});

export const fieldsOfQuery = (query: Query): SearchField[] =>
  expressionsIn(query).flatMap(each => [each, ...preferencesOf(each)].map(({ field }) => field));

const fieldsOfSort = ({ field, filter, elementFilter }: SortCriterion): SearchField[] => [
  field,
  ...(filter === undefined ? [] : [filter.field]),
  ...(elementFilter === undefined ? [] : fieldsOfQuery(elementFilter)),
];

/** Returns the members of a content that a search reads; undefined when it reads all. */
export const requiredFields = (
  { query, sort }: Pick<SearchRequest, 'query' | 'sort'>,
  further: readonly SearchField[] = [],
  positions: readonly number[] = [],
): ContentMembers | undefined => {
  const fields = [...fieldsOfQuery(query), ...sort.flatMap(fieldsOfSort), ...further];
  return fields.some(({ isAll }) => isAll === true)
    ? undefined
    : new Set([
        ...positions,
        ...fields.flatMap(({ contentPath }) => (contentPath[0] === undefined ? [] : [Number(contentPath[0].at)])),
      ]);
};

/** Marks a promise as handled, because nothing awaits it when an earlier item fails. */
export const ignoreUnawaited = <T>(fetching: Promise<T>): Promise<T> => {
  fetching.catch(() => undefined);
  return fetching;
};

/**
 * Yields the result of `fetch` for each item; the next item is fetched while the consumer handles the current result.
 */
async function* fetchAhead<Item, T>(items: readonly Item[], fetch: (item: Item) => Promise<T>): AsyncGenerator<T> {
  let pending: { readonly result: Promise<T> } | undefined;
  for (const item of items) {
    const fetched = pending && { result: await pending.result };
    pending = { result: ignoreUnawaited(fetch(item)) };
    if (fetched !== undefined) yield fetched.result;
  }
  if (pending !== undefined) yield await pending.result;
}

/** The number of contents that one call fetches. */
const chunkSize = 500;

/** The number of hits that are read at once with their contents; other clients wait for the end of the read. */
const windowSize = 2_000;

/** The hits of a time window, newest first; only their ids when the window has many more hits than expected. */
interface WindowHits {
  readonly hits: readonly Hit[];
  readonly ids: readonly string[];
}

const readWindow = async ({ find }: SearchedIndex, text: string): Promise<WindowHits> => {
  const { total, hits } = await find(text, { ...newestFirst, offset: 0, limit: 2 * windowSize, content: true });
  if (total <= hits.length) return { hits: sortHits(hits, true), ids: [] };
  const { hits: all } = await find(text, { ...newestFirst, offset: 0, limit: limits.searchFoundMax, content: false });
  return { hits: [], ids: sortHits(all, true).map(({ id }) => id) };
};

/**
 * Yields all hits of a condition with their contents, newest first, in batches; null for a hit that was removed
 * meanwhile.
 */
export async function* findCandidates(
  searched: SearchedIndex,
  condition: Condition,
): AsyncGenerator<readonly (Hit | null)[]> {
  const text = conditionText(condition);
  if (text === undefined) return;
  const { total } = await searched.find(text, { ...newestFirst, offset: 0, limit: 0, content: false });
  const windows =
    total <= windowSize ? [undefined] : timeWindows(await searched.boundaries(Math.ceil(total / windowSize)));
  const textIn = (window: TimeWindow | undefined): string =>
    window === undefined
      ? text
      : (conditionText(allOf([condition, columnBetween(newestFirst.sortBy, window.from, window.to)])) ?? text);
  for await (const { hits, ids } of fetchAhead(windows, window => readWindow(searched, textIn(window)))) {
    yield hits;
    yield* fetchAhead(batchesOf(ids, chunkSize), searched.contents);
  }
}
