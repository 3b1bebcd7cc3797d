import { WorkTime } from '../../base/shedding/WorkTime.js';
import { required } from '../../base/errors/ApiError.js';
import type { Hit } from '../SearchIndexes.js';
import { type Content, unpackContent } from '../document/contentOf.js';
import { unpackPart } from '../document/unpackPart.js';
import type { Computation, SearchField } from '../fields/SearchField.js';
import { constantRelevance, type ContentMatch, type Matcher, matcherOf } from '../match/relevanceOf.js';
import type { RowList } from '../match/rows.js';
import { type SortKey, sortKeyComparator, sortKeysOf } from '../match/sortKeysOf.js';
import { type Condition, conditionText } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import type { Query, SearchRequest } from '../query/ast.js';
import { columnValue } from '../terms/formatTerm.js';
import {
  fieldsOfQuery,
  findCandidates,
  requiredFields,
  type SearchedIndex,
  type IndexOrder,
  newestFirst,
  TopK,
} from './findCandidates.js';
import { readPage, readTiers, type SearchHit, type SearchResult, tiersOf } from './indexPages.js';

/** Converts contents before a search reads them: to the staged data, or with computed values. */
export interface ContentView {
  readonly isStaged: boolean;
  readonly computation?: Computation;
  /** Positions of the members that the view reads in addition to the members of the fields. */
  readonly members: readonly number[];
  of(content: Content): Content;
}

/** Counts all matches, not only those on the page. */
export interface CountedFacets {
  readonly fields: readonly SearchField[];
  /** A condition that is met wherever the query is, and whose matches are counted too. */
  readonly all?: Query;
  add(content: Content, match: ContentMatch | undefined): void;
  /** Is called after the last content. */
  end(): void;
}

/** Extra features that searches of some types need. */
export interface SearchExtras {
  readonly view?: ContentView;
  /** The list whose elements are matched one by one. */
  readonly rows?: RowList;
  /** A condition on hits that facets disregard; without facets, it is a part of the query. */
  readonly postFilter?: Query;
  readonly facets?: CountedFacets;
}

/** Returns the order of the hits when the index itself can sort them; otherwise undefined. */
export const indexOrderOf = ({ query, sort }: Pick<SearchRequest, 'query' | 'sort'>): IndexOrder | undefined => {
  const [criterion, second] = sort;
  if (criterion === undefined) return constantRelevance(query) === undefined ? undefined : newestFirst;
  const { field, order, filter, isRelevance } = criterion;
  if (second !== undefined || field.column === undefined || filter !== undefined || isRelevance === true)
    return undefined;
  return { sortBy: field.column, descending: order === 'desc' };
};

const viewed = (content: Content, view: ContentView | undefined): Content => view?.of(content) ?? content;

const contentIn = ({ content }: Hit): Buffer => required(content, 'the content of a hit');

/** Answers a search by the index, without contents. */
const searchByIndex = async (
  { find }: SearchedIndex,
  text: string,
  request: SearchRequest,
  order: IndexOrder,
  { rows, view }: SearchExtras,
  deadline: WorkTime,
): Promise<SearchResult> => {
  const { query, offset, limit } = request;
  const constant = constantRelevance(query);
  const { total, hits } = await readPage(find, text, { ...order, offset, limit, content: constant === undefined });
  if (constant !== undefined)
    return { total, hits: hits.map(({ id, version }) => ({ id, version, relevance: constant })) };
  const match = matcherOf(query, rows);
  const found: SearchHit[] = [];
  for (const hit of hits) {
    const yielding = deadline.pause(hit.content?.length);
    if (yielding !== undefined) await yielding;
    const relevance = deadline.runQuery(() => match(viewed(unpackContent(contentIn(hit)), view)))?.relevance ?? 0;
    found.push({ id: hit.id, version: hit.version, relevance });
  }
  return { total, hits: found };
};

interface Match extends SearchHit {
  readonly keys: readonly SortKey[];
}

interface MatchOrder {
  readonly keysOf: (hit: Hit, content: Content, relevance: number) => SortKey[];
  readonly compare: (one: Match, other: Match) => number;
}

/** Sorts equal values of a column in the order of the index, so that pages that were read differently fit together. */
const matchOrderOf = (request: SearchRequest): MatchOrder => {
  const { sort } = request;
  const keysIn = sortKeysOf(sort);
  const [criterion] = sort;
  if (criterion === undefined || indexOrderOf(request) === undefined)
    return { keysOf: (_, content, relevance) => keysIn(content, relevance), compare: matchComparator(sort) };
  return {
    keysOf: ({ id }, content, relevance) => [columnValue(Number(keysIn(content, relevance)[0]), id), id],
    compare: matchComparator([criterion, criterion]),
  };
};

const matchComparator = (sort: SearchRequest['sort']): ((one: Match, other: Match) => number) => {
  const compareKeys = sortKeyComparator(sort);
  return sort.length === 0
    ? (one, other) => other.relevance - one.relevance
    : (one, other) => compareKeys(one.keys, other.keys);
};

/**
 * Answers a search by the contents of all hits of the index. Candidates come newest first, and equal matches keep that
 * order.
 */
const searchByContents = async (
  searched: SearchedIndex,
  condition: Condition,
  request: SearchRequest,
  { rows, postFilter, facets, view }: SearchExtras,
  deadline: WorkTime,
): Promise<SearchResult> => {
  const { query, offset, limit } = request;
  const match = matcherOf(query, rows);
  const matchHit: Matcher =
    postFilter === undefined ? match : matcherOf({ kind: 'and', parts: [query, postFilter] }, rows);
  const { keysOf, compare } = matchOrderOf(request);
  const further = [...(facets?.fields ?? []), ...(postFilter === undefined ? [] : fieldsOfQuery(postFilter))];
  const members = requiredFields(request, further, view?.members);
  const first = new TopK<Match>(offset + limit, compare);
  let total = 0;
  const check = (hit: Hit): void => {
    const content = viewed(unpackPart(contentIn(hit), members), view);
    const matched = match(content);
    facets?.add(content, matched);
    if (matched === undefined) return;
    const hitMatch = postFilter === undefined ? matched : matchHit(content);
    if (hitMatch === undefined) return;
    total++;
    const { relevance } = hitMatch;
    first.add({ id: hit.id, version: hit.version, relevance, keys: keysOf(hit, content, relevance) });
  };
  for await (const hits of findCandidates(searched, condition))
    for (const hit of hits) {
      const yielding = deadline.pause(hit?.content?.length);
      if (yielding !== undefined) await yielding;
      if (hit !== null) deadline.runQuery(() => check(hit));
    }
  if (facets !== undefined) deadline.runQuery(() => facets.end());
  const page = first.items().slice(offset);
  return { total, hits: page.map(({ id, version, relevance }) => ({ id, version, relevance })) };
};

/** Tells whether the index alone answers a search, without contents. */
export const isAnsweredByIndex = (
  { query, sort }: Pick<SearchRequest, 'query' | 'sort'>,
  languages: Languages,
  rows: RowList,
  isStaged: boolean,
): boolean => {
  const condition = planQuery(query, languages, rows, isStaged);
  const request = { query, sort };
  const isOrdered = indexOrderOf(request) ?? tiersOf(request, condition, languages, rows, isStaged);
  return condition.kind === 'nothing' || (condition.isExact && isOrdered !== undefined);
};

/**
 * Runs a search by the index alone when the index can answer it, otherwise by the contents of the resources that the
 * index finds.
 */
export const runSearch = async (
  searched: SearchedIndex,
  request: SearchRequest,
  languages: Languages,
  timeoutMs: number,
  extras: SearchExtras = {},
): Promise<SearchResult> => {
  const { rows, view, facets } = extras;
  const condition = planQuery(facets?.all ?? request.query, languages, rows, view?.isStaged);
  const text = conditionText(condition);
  if (text === undefined || condition.kind === 'nothing') return { total: 0, hits: [] };
  const deadline = new WorkTime(searched.projectKey, timeoutMs, { mayMove: true });
  const order = indexOrderOf(request);
  const tiers = facets === undefined ? tiersOf(request, condition, languages, rows, view?.isStaged) : undefined;
  if (tiers !== undefined) return readTiers(searched, tiers, request);
  return order === undefined || facets !== undefined || !condition.isExact
    ? searchByContents(searched, condition, request, extras, deadline)
    : searchByIndex(searched, text, request, order, extras, deadline);
};
