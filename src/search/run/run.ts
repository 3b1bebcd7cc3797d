/** Runs a search: by the index alone where it can tell everything, else over the contents of what the index finds. */
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../errors/ApiError.js';
import type { FindOptions, Found, Hit, SearchIndexes } from '../../store/searchIndexes.js';
import type { Store } from '../../store/store.js';
import { unpackContent } from '../document/content.js';
import { unpackPart } from '../document/part.js';
import { compareBy, keysOf, type SortKey } from '../match/sorting.js';
import { constantRelevance, relevanceOf } from '../match/relevance.js';
import type { SearchRequest } from '../query/ast.js';
import { type Condition, queryOf } from '../plan/condition.js';
import type { Languages } from '../plan/expression.js';
import { planQuery } from '../plan/plan.js';
import { candidates, inOrder, type IndexOrder, newestFirst } from './candidates.js';
import { foremost } from './foremost.js';
import { lookedAt } from './looked.js';
import { boundariesIn, type Boundaries } from './windows.js';

export interface Result {
  readonly total: number;
  readonly hits: readonly { readonly id: string; readonly version: number; readonly relevance: number }[];
}

/** The index that is searched. */
export interface Searched {
  find(query: string, options: FindOptions): Promise<Found>;
  contents(ids: readonly string[]): Promise<(Hit | null)[]>;
  readonly boundaries: Boundaries;
}

export const searchedIn = (
  { indexes, store }: { readonly indexes: SearchIndexes; readonly store: Store },
  projectKey: string,
  number: number,
): Searched => ({
  find: (query, options) => indexes.find(projectKey, 'order', number, query, options),
  contents: ids => indexes.contents(projectKey, 'order', number, ids),
  boundaries: boundariesIn(store, projectKey),
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
const pageOf = async (find: Searched['find'], text: string, options: FindOptions): Promise<Found> => {
  const { offset, limit, descending } = options;
  const from = Math.max(0, offset - alikeMax);
  const { total, hits } = await find(text, {
    ...options,
    offset: from,
    limit: limit === 0 ? 0 : offset - from + limit + alikeMax,
  });
  return { total, hits: inOrder(hits, descending).slice(offset - from, offset - from + limit) };
};

const byIndex = async (
  { find }: Searched,
  text: string,
  request: SearchRequest,
  order: IndexOrder,
): Promise<Result> => {
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
  searched: Searched,
  condition: Condition,
  request: SearchRequest,
  timeoutMs: number,
): Promise<Result> => {
  const { query, sort, offset, limit } = request;
  const tick = clock(timeoutMs);
  const relevance = relevanceOf(query);
  const keys = keysOf(sort);
  const wanted = lookedAt(request);
  const compare = compareBy(sort);
  const first = foremost<Candidate>(
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
  for await (const hits of candidates(searched, condition))
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
  searched: Searched,
  request: SearchRequest,
  languages: Languages,
  timeoutMs: number,
): Promise<Result> => {
  const condition = planQuery(request.query, languages);
  const text = queryOf(condition);
  if (text === undefined || condition.kind === 'nothing') return { total: 0, hits: [] };
  const order = orderOf(request);
  return condition.isExact && order !== undefined
    ? byIndex(searched, text, request, order)
    : byContents(searched, condition, request, timeoutMs);
};
