/** Runs a search: by the index alone where it can tell everything, else over the contents of what the index finds. */
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../config.js';
import { fail } from '../../errors.js';
import type { FindOptions, Found, Hit, SearchIndexes } from '../../store/searchIndexes.js';
import type { Store } from '../../store/store.js';
import { unpackContent } from '../document/content.js';
import { unpackPart } from '../document/part.js';
import type { NumberColumn } from '../fields.js';
import { compareBy, keysOf, type SortKey } from '../match/sorting.js';
import { constantRelevance, relevanceOf } from '../match/relevance.js';
import type { SearchRequest } from '../query/ast.js';
import { allOf, between, type Condition, queryOf } from '../plan/condition.js';
import type { Languages } from '../plan/expression.js';
import { planQuery } from '../plan/plan.js';
import { foremost } from './foremost.js';
import { lookedAt } from './looked.js';
import { boundariesIn, type Boundaries, type Window, windowsOf } from './windows.js';

export interface Result { readonly total: number; readonly hits: readonly { readonly id: string; readonly version: number; readonly relevance: number }[] }

/** The index that is searched. */
export interface Searched {
  find(query: string, options: FindOptions): Promise<Found>;
  contents(ids: readonly string[]): Promise<(Hit | null)[]>;
  readonly boundaries: Boundaries;
}

export const searchedIn = ({ indexes, store }: { readonly indexes: SearchIndexes; readonly store: Store }, projectKey: string, number: number): Searched => ({
  find: (query, options) => indexes.find(projectKey, 'order', number, query, options),
  contents: ids => indexes.contents(projectKey, 'order', number, ids),
  boundaries: boundariesIn(store, projectKey),
});

interface IndexOrder { readonly sortBy: NumberColumn; readonly descending: boolean }

/** Ties, too, are in this order. */
const newestFirst: IndexOrder = { sortBy: 'created', descending: true };

/** The order asked for, where the index can bring it about by itself. */
const orderOf = ({ query, sort }: SearchRequest): IndexOrder | undefined => {
  if (sort.length === 0) return constantRelevance(query) === undefined ? undefined : newestFirst;
  const [{ field, order, filter }] = sort as [SearchRequest['sort'][number]];
  if (sort.length > 1 || field.column === undefined || filter !== undefined) return undefined;
  return { sortBy: field.column, descending: order === 'desc' };
};

/** So few have one sort key at most: columns tell nearly all orders apart (terms/columns.ts). */
const alikeMax = 32;

/** A page that fits to its neighbours: hits of one sort key, which the index has in any order, are put into one. */
const pageOf = async (find: Searched['find'], text: string, options: FindOptions): Promise<Found> => {
  const { offset, limit, descending } = options;
  const from = Math.max(0, offset - alikeMax);
  const { total, hits } = await find(text, { ...options, offset: from, limit: limit === 0 ? 0 : offset - from + limit + alikeMax });
  const direction = descending ? -1 : 1;
  const sorted = [...hits].sort((one, other) => direction * (one.sortKey - other.sortKey || (one.id < other.id ? -1 : 1)));
  return { total, hits: sorted.slice(offset - from, offset - from + limit) };
};

const byIndex = async ({ find }: Searched, text: string, request: SearchRequest, order: IndexOrder): Promise<Result> => {
  const { query, offset, limit } = request;
  const relevance = constantRelevance(query);
  const { total, hits } = await pageOf(find, text, { ...order, offset, limit, content: relevance === undefined });
  if (relevance !== undefined) return { total, hits: hits.map(({ id, version }) => ({ id, version, relevance })) };
  const measure = relevanceOf(query);
  return { total, hits: hits.map(({ id, version, content }) => ({ id, version, relevance: measure(unpackContent(content!)) ?? 0 })) };
};

interface Candidate { readonly id: string; readonly version: number; readonly relevance: number; readonly keys: readonly SortKey[] }

const chunkSize = 500;

const turnMs = 10;

/** Asked before each piece of work: ends a search that takes too long, and lets others of this thread have their turn in between. */
const clock = (timeoutMs: number) => {
  const endMs = performance.now() + timeoutMs;
  let restMs = performance.now() + turnMs;
  const rest = async (): Promise<void> => {
    await setImmediate();
    restMs = performance.now() + turnMs;
  };
  return (): Promise<void> | undefined => {
    const nowMs = performance.now();
    if (nowMs > endMs) throw fail('QueryTimedOut', { timeoutMs });
    return nowMs > restMs ? rest() : undefined;
  };
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

const chunksOf = (ids: readonly string[]): (readonly string[])[] => {
  const chunks: (readonly string[])[] = [];
  for (let at = 0; at < ids.length; at += chunkSize) chunks.push(ids.slice(at, at + chunkSize));
  return chunks;
};

/** So many are found at once, with their contents: that holds Redis up for some 10 ms. */
const foundAtOnce = 2_000;

/** What is found in a stretch of time, newest first; contents apart where there is more than a stretch was to hold. */
interface Stretch { readonly hits: readonly Hit[]; readonly ids: readonly string[] }

const stretchOf = async ({ find }: Searched, text: string): Promise<Stretch> => {
  const { total, hits } = await find(text, { ...newestFirst, offset: 0, limit: 2 * foundAtOnce, content: true });
  if (total <= hits.length) return { hits, ids: [] };
  const { hits: all } = await find(text, { ...newestFirst, offset: 0, limit: limits.searchFoundMax, content: false });
  return { hits: [], ids: all.map(({ id }) => id) };
};

/** What the index finds, newest first, with contents. */
async function* candidates(searched: Searched, condition: Condition): AsyncGenerator<readonly (Hit | null)[]> {
  const { total } = await searched.find(queryOf(condition)!, { ...newestFirst, offset: 0, limit: 0, content: false });
  const windows = total <= foundAtOnce ? [undefined] : windowsOf(await searched.boundaries(Math.ceil(total / foundAtOnce)));
  const within = (window: Window | undefined): Condition =>
    (window === undefined ? condition : allOf([condition, between(newestFirst.sortBy, window.from, window.to)]));
  for await (const { hits, ids } of inTurn(windows, window => stretchOf(searched, queryOf(within(window))!))) {
    yield hits;
    yield* inTurn(chunksOf(ids), searched.contents);
  }
}

/** Candidates come newest first, so that what compares alike stays in that order. */
const byContents = async (searched: Searched, condition: Condition, request: SearchRequest, timeoutMs: number): Promise<Result> => {
  const { query, sort, offset, limit } = request;
  const tick = clock(timeoutMs);
  const relevance = relevanceOf(query);
  const keys = keysOf(sort);
  const wanted = lookedAt(request);
  const compare = compareBy(sort);
  const first = foremost<Candidate>(offset + limit, sort.length === 0 ? (one, other) => other.relevance - one.relevance : (one, other) => compare(one.keys, other.keys));
  let total = 0;
  const look = ({ id, version, content }: Hit): void => {
    const read = unpackPart(content!, wanted);
    const found = relevance(read);
    if (found === undefined) return;
    total++;
    first.add({ id, version, relevance: found, keys: keys(read) });
  };
  for await (const hits of candidates(searched, condition))
    for (const hit of hits) {
      const rest = tick();
      if (rest !== undefined) await rest;
      if (hit !== null) look(hit);
    }
  return { total, hits: first.items().slice(offset).map(({ id, version, relevance: met }) => ({ id, version, relevance: met })) };
};

export const runSearch = async (searched: Searched, request: SearchRequest, languages: Languages, timeoutMs: number): Promise<Result> => {
  const condition = planQuery(request.query, languages);
  const text = queryOf(condition);
  if (text === undefined || condition.kind === 'nothing') return { total: 0, hits: [] };
  const order = orderOf(request);
  return condition.isExact && order !== undefined ? byIndex(searched, text, request, order) : byContents(searched, condition, request, timeoutMs);
};
