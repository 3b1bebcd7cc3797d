/** Runs a search: by the index alone where it can tell everything, else over the contents of what the index finds. */
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../errors/ApiError.js';
import type { FindOptions, Hit, IndexHits, SearchIndexes } from '../../store/SearchIndexes.js';
import type { Store } from '../../store/Store.js';
import { unpackContent } from '../document/content.js';
import { unpackPart } from '../document/unpackPart.js';
import { sortKeyComparator, sortKeysOf, type SortKey } from '../match/sortKeysOf.js';
import { constantRelevance, relevanceOf } from '../match/relevanceOf.js';
import type { SearchRequest } from '../query/ast.js';
import { type Condition, conditionText } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import { findCandidates, sortHits, type IndexOrder, newestFirst } from './findCandidates.js';
import { topK } from './TopK.js';
import { requiredFields } from './requiredFields.js';
import { creationTimeBoundaries, type TimeBoundaries } from './timeWindows.js';

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly { readonly id: string; readonly version: number; readonly relevance: number }[];
}

/** The index that is searched. */
export interface SearchedIndex {
  find(query: string, options: FindOptions): Promise<IndexHits>;
  contents(ids: readonly string[]): Promise<(Hit | null)[]>;
  readonly boundaries: TimeBoundaries;
}

export const searchedIndex = (
  { indexes, store }: { readonly indexes: SearchIndexes; readonly store: Store },
  projectKey: string,
  number: number,
): SearchedIndex => ({
  find: (query, options) => indexes.find(projectKey, 'order', number, query, options),
  contents: ids => indexes.contents(projectKey, 'order', number, ids),
  boundaries: creationTimeBoundaries(store, projectKey),
});

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
const pageOf = async (find: SearchedIndex['find'], text: string, options: FindOptions): Promise<IndexHits> => {
  const { offset, limit, descending } = options;
  const from = Math.max(0, offset - alikeMax);
  const { total, hits } = await find(text, {
    ...options,
    offset: from,
    limit: limit === 0 ? 0 : offset - from + limit + alikeMax,
  });
  return { total, hits: sortHits(hits, descending).slice(offset - from, offset - from + limit) };
};

const byIndex = async (
  { find }: SearchedIndex,
  text: string,
  request: SearchRequest,
  order: IndexOrder,
): Promise<SearchResult> => {
  const { query, offset, limit } = request;
  const relevance = constantRelevance(query);
  const { total, hits } = await pageOf(find, text, { ...order, offset, limit, content: relevance === undefined });
  if (relevance !== undefined) return { total, hits: hits.map(({ id, version }) => ({ id, version, relevance })) };
  const measure = relevanceOf(query);
  return {
    total,
    hits: hits.map(({ id, version, content }) => ({ id, version, relevance: measure(unpackContent(content!)) ?? 0 })),
  };
};

interface Candidate {
  readonly id: string;
  readonly version: number;
  readonly relevance: number;
  readonly keys: readonly SortKey[];
}

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

/** Candidates come newest first, so that what compares alike stays in that order. */
const byContents = async (
  searched: SearchedIndex,
  condition: Condition,
  request: SearchRequest,
  timeoutMs: number,
): Promise<SearchResult> => {
  const { query, sort, offset, limit } = request;
  const tick = clock(timeoutMs);
  const relevance = relevanceOf(query);
  const keys = sortKeysOf(sort);
  const wanted = requiredFields(request);
  const compare = sortKeyComparator(sort);
  const first = topK<Candidate>(
    offset + limit,
    sort.length === 0 ? (one, other) => other.relevance - one.relevance : (one, other) => compare(one.keys, other.keys),
  );
  let total = 0;
  const look = ({ id, version, content }: Hit): void => {
    const read = unpackPart(content!, wanted);
    const found = relevance(read);
    if (found === undefined) return;
    total++;
    first.add({ id, version, relevance: found, keys: keys(read) });
  };
  for await (const hits of findCandidates(searched, condition))
    for (const hit of hits) {
      const rest = tick();
      if (rest !== undefined) await rest;
      if (hit !== null) look(hit);
    }
  return {
    total,
    hits: first
      .items()
      .slice(offset)
      .map(({ id, version, relevance: met }) => ({ id, version, relevance: met })),
  };
};

export const runSearch = async (
  searched: SearchedIndex,
  request: SearchRequest,
  languages: Languages,
  timeoutMs: number,
): Promise<SearchResult> => {
  const condition = planQuery(request.query, languages);
  const text = conditionText(condition);
  if (text === undefined || condition.kind === 'nothing') return { total: 0, hits: [] };
  const order = orderOf(request);
  return condition.isExact && order !== undefined
    ? byIndex(searched, text, request, order)
    : byContents(searched, condition, request, timeoutMs);
};
