import { WorkTime } from '../../base/shedding/WorkTime.js';
import { required } from '../../base/errors/ApiError.js';
import type { Hit } from '../SearchIndexes.js';
import { type Content, unpackContent } from '../document/contentOf.js';
import { unpackPart } from '../document/unpackPart.js';
import { constantRelevance, type ContentMatch, type Matcher, matcherOf } from '../match/relevanceOf.js';
import type { RowList } from '../match/rows.js';
import { type SortKey, sortKeyComparator, sortKeysOf } from '../match/sortKeysOf.js';
import { type Condition, conditionText } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import type { Query, SearchRequest } from '../query/ast.js';
import { columnValue } from '../terms/formatTerm.js';
import type { FacetCounters } from './facets.js';
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

/** Converts contents before a search reads them: to the staged data, or with values computed for a buyer. */
export interface ContentView {
  readonly isStaged: boolean;
  /** Positions of the members that the view reads in addition to the members of the fields. */
  readonly members: readonly number[];
  of(content: Content): Content;
}

/** Counts all matches of a query, not only those on the page. */
export interface CountedFacets extends Pick<FacetCounters, 'fields'> {
  add(content: Content, match: ContentMatch): void;
}

/** Extra features that searches of some types need. */
export interface SearchExtras {
  readonly view?: ContentView;
  /** The list whose elements are matched one by one. */
  readonly rows?: RowList;
  /** A condition on hits that facets disregard. */
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
    if (matched === undefined) return;
    facets?.add(content, matched);
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
  const page = first.items().slice(offset);
  return { total, hits: page.map(({ id, version, relevance }) => ({ id, version, relevance })) };
};

/** Tells whether the index alone answers a search, without contents. */
export const isAnsweredByIndex = (
  { query, sort }: Pick<SearchRequest, 'query' | 'sort'>,
  languages: Languages,
  rows: RowList,
): boolean => {
  const condition = planQuery(query, languages, rows);
  return condition.kind === 'nothing' || (condition.isExact && indexOrderOf({ query, sort }) !== undefined);
};

/**
 * Runs a search by the index alone when the index can answer it, otherwise by the contents of the resources that the
 * index finds.
 */
export const runSearch = async (
  searched: SearchedIndex,
  given: SearchRequest,
  languages: Languages,
  timeoutMs: number,
  { postFilter, ...others }: SearchExtras = {},
): Promise<SearchResult> => {
  const { rows, view, facets } = others;
  // Only facets disregard the post-filter: without facets, it becomes a part of the query.
  const isPart = postFilter !== undefined && facets === undefined;
  const request: SearchRequest = isPart
    ? { ...given, query: { kind: 'and', parts: [given.query, postFilter] } }
    : given;
  const extras = isPart || postFilter === undefined ? others : { ...others, postFilter };
  const condition = planQuery(request.query, languages, rows, view?.isStaged);
  const text = conditionText(condition);
  if (text === undefined || condition.kind === 'nothing') return { total: 0, hits: [] };
  const deadline = new WorkTime(searched.projectKey, timeoutMs, { mayMove: true });
  const order = indexOrderOf(request);
  const tiers = facets === undefined ? tiersOf(request, condition, languages, rows, view?.isStaged) : undefined;
  if (tiers !== undefined) return readTiers(searched, tiers, request);
  if (order === undefined || facets !== undefined)
    return searchByContents(searched, condition, request, extras, deadline);
  return condition.isExact
    ? searchByIndex(searched, text, request, order, extras, deadline)
    : searchByContents(searched, condition, request, extras, deadline);
};
